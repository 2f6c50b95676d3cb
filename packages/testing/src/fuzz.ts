/** Options of the fuzz test: see infra/lab/fuzz. */
export interface FuzzOptions {
  requests: number;
  seed: number;
  /** The number of the first case. With a single request, a run replays only this case. */
  first: number;
}

declare module 'vitest' {
  export interface ProvidedContext {
    fuzz: FuzzOptions;
  }
}
