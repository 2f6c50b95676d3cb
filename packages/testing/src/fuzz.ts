/** What the fuzz test sends: see infra/lab/fuzz. */
export interface FuzzOptions {
  requests: number;
  seed: number;
  /** The number of the first case: one request from it replays that case alone. */
  first: number;
}

declare module 'vitest' {
  export interface ProvidedContext {
    fuzz: FuzzOptions;
  }
}
