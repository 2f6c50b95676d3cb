import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether the apps' `dist` folders are up to date, because `npm test` has just built them. */
    built: boolean;
  }
}

/** Provides whether a test may use an existing build instead of its own. */
export default function setup(project: TestProject): void {
  project.provide('built', process.env['INAAM_BUILT'] === '1');
}
