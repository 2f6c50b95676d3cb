import type { Built } from '@inaam/testing/built';
import type { TestProject } from 'vitest/node';

/** Hands on whether there is a build that a test may look at in place of one of its own. */
export default function setup(project: TestProject): void {
  const told: Built = process.env['INAAM_BUILT'] === '1';
  project.provide('built', told);
}
