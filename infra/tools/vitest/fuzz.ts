import type { FuzzOptions } from '@inaam/testing/fuzz';
import type { TestProject } from 'vitest/node';

/** Enough for the test run; infra/tools/fuzz sends any number. */
const STANDARD: FuzzOptions = { requests: 20_000, seed: 1, first: 0 };

/** Hands the fuzz test what infra/tools/fuzz/run.mjs was asked for. */
export default function setup(project: TestProject): void {
  const given = process.env['INAAM_FUZZ'];
  project.provide('fuzz', given ? (JSON.parse(given) as FuzzOptions) : STANDARD);
}
