import type { FuzzOptions } from '@inaam/testing/fuzz';
import type { TestProject } from 'vitest/node';
import { runSeed } from './sampling.ts';

/** How many the test run sends of the 200,000 that infra/tools/fuzz/run.mjs sends unless told otherwise. */
const SAMPLE = 3_000;

/** Hands the fuzz test what infra/tools/fuzz/run.mjs was asked for, else a sample by the seed of the run. */
export default function setup(project: TestProject): void {
  const given = process.env['INAAM_FUZZ'];
  const sample: FuzzOptions = { requests: SAMPLE, seed: runSeed(), first: 0 };
  project.provide('fuzz', given ? (JSON.parse(given) as FuzzOptions) : sample);
}
