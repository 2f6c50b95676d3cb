import type { FuzzOptions } from '@inaam/testing/fuzz';
import { getRunSeed } from '@inaam/testing/run-seed';
import type { TestProject } from 'vitest/node';

/** Number of cases in a test run; `npm run lab -- fuzz` sends 200,000 by default. */
const SAMPLE = 800;

/** Provides the options of `npm run lab -- fuzz` to the fuzz test. Any other run tries a sample with the run's seed. */
export default function setup(project: TestProject): void {
  const given = process.env['INAAM_FUZZ'];
  const sample: FuzzOptions = { requests: SAMPLE, seed: getRunSeed(process.env), first: 0 };
  project.provide('fuzz', given ? (JSON.parse(given) as FuzzOptions) : sample);
}
