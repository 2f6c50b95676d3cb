import { getRunSeed, isLongRun } from '@inaam/testing/run-seed';
import type { Sampling } from '@inaam/testing/sampling';
import type { TestProject } from 'vitest/node';

/** Tells the tests what they sample by, and whether they try all there is instead. */
export default function setup(project: TestProject): void {
  const told: Sampling = { seed: getRunSeed(process.env), isLong: isLongRun(process.env) };
  project.provide('sampling', told);
}
