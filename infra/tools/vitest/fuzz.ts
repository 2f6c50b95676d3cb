import type { FuzzOptions } from '@inaam/testing/fuzz';
import { getRunSeed } from '@inaam/testing/run-seed';
import type { TestProject } from 'vitest/node';

/** How many the test run sends of the 200,000 that `npm run lab -- fuzz` sends unless told otherwise. */
const SAMPLE = 800;

/** Hands the fuzz test what `npm run lab -- fuzz` was asked for, else a sample by the seed of the run. */
export default function setup(project: TestProject): void {
  const given = process.env['INAAM_FUZZ'];
  const sample: FuzzOptions = { requests: SAMPLE, seed: getRunSeed(process.env), first: 0 };
  project.provide('fuzz', given ? (JSON.parse(given) as FuzzOptions) : sample);
}
