import type { KnipConfig } from 'knip';

/** Every way into the code is named here; what none of them reaches is dead. */
const config: KnipConfig = {
  ignoreExportsUsedInFile: true,
  workspaces: {
    '.': {
      entry: [
        'infra/run/{start,dev,test,vite,create-admin}.mjs',
        'infra/tools/boundaries/check.ts',
        'infra/tools/checks/{bundles,lines}.ts',
        'infra/tools/faults/{run.mjs,main.ts}',
        'infra/tools/openapi/{run.mjs,write.ts}',
        'infra/tools/fuzz/run.mjs',
        'infra/tools/bench/{run.mjs,main.ts}',
      ],
      // Run by infra/run/test.mjs and infra/run/workspace.mjs.
      ignoreDependencies: ['@biomejs/biome', 'turbo'],
      project: ['infra/**/*.{ts,mjs}', '!infra/**/fixtures/**'],
    },
    // The plugin would take the measures' own configuration for the whole of its tests.
    'apps/api': { entry: ['src/server.ts', 'src/create-admin.ts', 'src/**/*.test.ts', 'src/test/bench/*.ts'] },
    'apps/sandbox': { entry: ['src/server.ts'] },
    // The web apps' entries are read from their index.html, the journeys from playwright.config.ts.
    'apps/e2e': { entry: ['src/support/*.test.ts', 'src/bench/*.ts'] },
    'packages/db': { entry: ['src/embedded/fixtures/*.ts'] },
  },
};

export default config;
