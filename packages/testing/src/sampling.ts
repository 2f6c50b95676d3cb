import { inject } from 'vitest';
import { seeded } from './model/history.ts';

export interface Sampling {
  /** Printed when a run begins. The same seed draws the same samples. */
  seed: number;
  /** Tests try all cases instead of a sample. */
  isLong: boolean;
}

declare module 'vitest' {
  export interface ProvidedContext {
    sampling: Sampling;
  }
}

export const sampling = (): Sampling => inject('sampling');

/** The timeout of a test whose long run tries more cases, in ms. */
export const scaleTimeout = (timeoutMs: number): number => timeoutMs * (sampling().isLong ? 10 : 1);

/** Random numbers from 0 to below 1 by the seed of the run. */
export const createSampler = (): (() => number) => seeded(sampling().seed);

/** For `setseed`: later calls of `random()` in the transaction use the seed of the run. */
export const sqlSeed = (): number => (sampling().seed % 1_000_000) / 1_000_000;

/**
 * Draws the next `count` items for each case of a table, in turn from a start by the seed of the run, so that
 * neighbouring cases cover all items. Returns all in the long run.
 * @param index of the case
 */
export function drawInTurn<T>(all: readonly T[], index: number, count = 1): T[] {
  const { seed, isLong } = sampling();
  const first = (seed + index * count) % all.length;
  return isLong ? [...all] : [...all, ...all].slice(first, first + Math.min(count, all.length));
}

/** Draws `count` items by the seed of the run, in their order; returns all of them in the long run. */
export function drawSample<T>(all: readonly T[], count: number): T[] {
  const { seed, isLong } = sampling();
  if (isLong || count >= all.length) return [...all];
  const random = seeded(seed);
  const left = all.map((_, index) => index);
  const drawn = Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0] ?? 0);
  return drawn.toSorted((a, b) => a - b).flatMap((index) => all.slice(index, index + 1));
}
