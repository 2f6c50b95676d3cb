import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'blackbox',
    include: ['src/blackbox/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['./src/support/vitest-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Not beside the other projects' tests, since crowds need the processor. Before them, since what one worker does
    // alone at the end leaves a core idle: at the beginning the journeys have it.
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
  },
});
