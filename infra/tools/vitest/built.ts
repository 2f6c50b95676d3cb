import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether the apps' `dist` folders are of the files that are tested: `npm test` has just built them. */
    built: boolean;
  }
}

/** Hands on whether there is a build that a test may look at in place of one of its own. */
export default function setup(project: TestProject): void {
  project.provide('built', process.env['INAAM_BUILT'] === '1');
}
