import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'blackbox',
    include: ['src/blackbox/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['./src/support/vitest-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
