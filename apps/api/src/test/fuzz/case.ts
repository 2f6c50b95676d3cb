export type HostName = 'app' | 'admin';
export const callerNames = ['nobody', 'user', 'admin', 'service'] as const;
export type CallerName = (typeof callerNames)[number];

/** One request that something is wrong with. */
export interface FuzzCase {
  host: HostName;
  caller: CallerName;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: string | Buffer | undefined;
  /** The documented call that it was made from. */
  call: string;
  /** Where the method and the path are still those, so that the answer must be a documented one. */
  isDocumented: boolean;
}

/** A documented call, with what a good one sends. */
export interface Operation {
  host: HostName;
  method: string;
  path: string;
  parameters: { name: string; example: unknown }[];
  bodyType: string | undefined;
  bodies: Record<string, unknown>[];
}

/** A request on its way to being wrong. */
export interface Draft extends FuzzCase {
  query: string[];
  body: unknown;
  operation: Operation;
}
