import { inject } from 'vitest';
import { createRandom } from './model/history.ts';

export interface Sampling {
  /** Printed when a run begins. The same seed gives the same samples. */
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
export const createSampler = (): (() => number) => createRandom(sampling().seed);

/** For `setseed`: later calls of `random()` in the transaction use the seed of the run. */
export const sqlSeed = (): number => (sampling().seed % 1_000_000) / 1_000_000;

/**
 * Takes `count` items for a case of a table. Each case gets the items after those of the case before it, so
 * neighbouring cases together cover all items. The seed of the run decides where the first case starts. A long run gets
 * all items.
 * @param index the index of the case
 */
export function takeInTurn<T>(all: readonly T[], index: number, count = 1): T[] {
  const { seed, isLong } = sampling();
  const first = (seed + index * count) % all.length;
  return isLong ? [...all] : [...all, ...all].slice(first, first + Math.min(count, all.length));
}

/** Takes `count` items by the seed of the run and keeps their order. A long run gets all items. */
export function takeSample<T>(all: readonly T[], count: number): T[] {
  const { seed, isLong } = sampling();
  if (isLong || count >= all.length) return [...all];
  const random = createRandom(seed);
  const remaining = all.map((_, index) => index);
  const taken = Array.from(
    { length: count },
    () => remaining.splice(Math.floor(random() * remaining.length), 1)[0] ?? 0,
  );
  return taken.toSorted((a, b) => a - b).flatMap((index) => all.slice(index, index + 1));
}
