import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'blackbox',
    include: ['src/blackbox/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['./src/support/vitest-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Runs before the other projects, since its tests with many concurrent calls need the CPU. At the end, a single
    // worker would leave a core idle. At the beginning, the journeys use that core.
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
  },
});
