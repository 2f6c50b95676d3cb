/** Options of the fuzz test: see infra/lab/fuzz. */
export interface FuzzOptions {
  requests: number;
  seed: number;
  /** The number of the first case. One request from it replays only that case. */
  first: number;
}

declare module 'vitest' {
  export interface ProvidedContext {
    fuzz: FuzzOptions;
  }
}
