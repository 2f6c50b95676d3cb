import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'packages/{config,contracts,core,db,router,testing}/src/**/*.test.ts',
            'apps/{api,sandbox,e2e}/src/**/*.test.ts',
            'infra/**/*.test.ts',
          ],
        },
      },
    ],
  },
});
