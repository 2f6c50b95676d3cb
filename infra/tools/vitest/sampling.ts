import type { Sampling } from '@inaam/testing/sampling';
import type { TestProject } from 'vitest/node';

let seed: number | undefined;

/**
 * The seed of this run: TEST_SEED where it is given, else another one each time. It is printed, so that a run can be
 * repeated.
 * @throws where TEST_SEED is no whole number
 */
export function runSeed(): number {
  if (seed === undefined) {
    const given = process.env['TEST_SEED'];
    seed = given ? Number(given) : Date.now() % 1_000_000_000;
    if (!Number.isSafeInteger(seed) || seed < 0) throw new Error(`TEST_SEED: "${given}" is not a whole number`);
    process.stdout.write(`\n  What is sampled, by seed ${seed} (TEST_SEED=${seed} repeats it)\n`);
  }
  return seed;
}

/** Tells the tests what they sample by, and whether they try all there is instead: TEST_LONG=1. */
export default function setup(project: TestProject): void {
  const told: Sampling = { seed: runSeed(), isLong: process.env['TEST_LONG'] === '1' };
  project.provide('sampling', told);
}
