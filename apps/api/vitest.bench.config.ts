import { defineConfig } from 'vitest/config';

/** Measures that take a quiet machine: `npx pnpm --filter @inaam/api bench`. No part of the test run. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['src/test/bench/*.ts'],
    globalSetup: ['../../infra/tools/vitest/postgres.ts'],
    testTimeout: 300_000,
    hookTimeout: 30_000,
    // One after another: they time things.
    fileParallelism: false,
    disableConsoleIntercept: true,
  },
});
