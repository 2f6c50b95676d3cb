export type HostName = 'app' | 'admin';
export const callerNames = ['anonymous', 'user', 'admin', 'service'] as const;
export type CallerName = (typeof callerNames)[number];

/** An invalid request. */
export interface FuzzCase {
  host: HostName;
  caller: CallerName;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: string | Buffer | undefined;
  /** The documented call that the request is derived from. */
  call: string;
  /** True when method and path are unchanged, so that the answer must be documented. */
  isDocumented: boolean;
}

/** A documented call with its valid bodies. */
export interface Operation {
  host: HostName;
  method: string;
  path: string;
  parameters: { name: string; example: unknown }[];
  bodyType: string | undefined;
  bodies: Record<string, unknown>[];
}

/** A request to which mutations are still being applied. */
export interface Draft extends FuzzCase {
  query: string[];
  body: unknown;
  operation: Operation;
}
