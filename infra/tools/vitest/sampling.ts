import { getRunSeed, isLongRun } from '@inaam/testing/run-seed';
import type { Sampling } from '@inaam/testing/sampling';
import type { TestProject } from 'vitest/node';

/** Provides the seed of the run, and whether tests try all cases instead of samples. */
export default function setup(project: TestProject): void {
  const sampling: Sampling = { seed: getRunSeed(process.env), isLong: isLongRun(process.env) };
  project.provide('sampling', sampling);
}
