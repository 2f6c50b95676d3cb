import { inject } from 'vitest';
import { seeded } from './model/history.ts';

export interface Sampling {
  /** Printed when a run begins; the same seed draws the same samples. */
  seed: number;
  /** All there is, instead of a sample: the long run. */
  isLong: boolean;
}

declare module 'vitest' {
  export interface ProvidedContext {
    sampling: Sampling;
  }
}

export const sampling = (): Sampling => inject('sampling');

/** Numbers from 0 to below 1, drawn by the seed of the run: a test's own chances. */
export const createSampler = (): (() => number) => seeded(sampling().seed);

/** For `setseed`: `random()` in the statements that follow it in a transaction draws by the seed of the run. */
export const sqlSeed = (): number => (sampling().seed % 1_000_000) / 1_000_000;

/** So many of what is given, drawn by the seed of the run and kept in their order; all of them in the long run. */
export function drawSample<T>(all: readonly T[], count: number): T[] {
  const { seed, isLong } = sampling();
  if (isLong || count >= all.length) return [...all];
  const random = seeded(seed);
  const left = all.map((_, index) => index);
  const drawn = Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0] ?? 0);
  return drawn.toSorted((a, b) => a - b).flatMap((index) => all.slice(index, index + 1));
}
