import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'blackbox',
    include: ['src/blackbox/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['./src/support/vitest-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Runs before the other projects, since crowds need the CPU. Work of one worker at the end would leave a core idle;
    // at the beginning the journeys use it.
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
  },
});
