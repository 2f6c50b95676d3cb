import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'blackbox',
    include: ['src/blackbox/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['./src/support/vitest-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Not beside the other projects' tests: crowds need the processor to themselves.
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
  },
});
