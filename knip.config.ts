import type { KnipConfig } from 'knip';

/** Lists every entry point of the code. Code that no entry point reaches is dead. */
const config: KnipConfig = {
  ignoreExportsUsedInFile: true,
  // Fixtures with imports that a check refuses.
  ignore: ['infra/tools/*/fixtures/**'],
  workspaces: {
    '.': {
      entry: ['infra/run/{print-settings.ts,vite.mjs}'],
      // Run by infra/run/check.mjs and infra/run/workspace.mjs.
      ignoreDependencies: ['@biomejs/biome', 'turbo'],
      // Installed on the machine that runs drills.
      ignoreBinaries: ['kubectl', 'mount', 'umount'],
      project: ['infra/run/**/*.{ts,mjs}', 'infra/*.mjs'],
    },
    'infra/tools': {
      entry: ['*/main.ts', 'checks/{bundles,commits,documents,lines,screens}.ts', 'vitest/*.ts', '**/*.test.ts'],
      project: ['**/*.ts', '!**/fixtures/**'],
      // checks/migration-rules.ts runs its program.
      ignoreDependencies: ['squawk-cli'],
    },
    'infra/lab': {
      entry: ['main.ts', '**/*.test.ts'],
      project: ['**/*.{ts,mjs}'],
    },
    'apps/api': {
      entry: [
        'src/main.ts',
        'src/create-admin.ts',
        'src/migrate.ts',
        'src/pause.ts',
        'src/verify-audit.ts',
        'src/verify-draws.ts',
        'src/verify-ledger.ts',
        'src/**/*.test.ts',
      ],
    },
    // The server's bundle contains packages/settings and packages/mailbox, which import these dependencies.
    'apps/sandbox': { entry: ['src/server.ts'], ignoreDependencies: ['ipaddr.js', 'smtp-server', 'postal-mime'] },
    // The web apps' entries are read from their index.html, the journeys from playwright.config.ts.
    'apps/e2e': {
      entry: ['src/support/*.test.ts', 'src/bench/*.ts'],
      playwright: { config: ['playwright.config.ts', 'playwright.catalogue.config.ts'] },
    },
    // The service worker loads push-worker.js, see apps/user/installable.ts. The compiled texts import the runtime.
    'apps/user': { entry: ['public/push-worker.js'], ignoreDependencies: ['@messageformat/runtime'] },
    // hash-threads.ts starts it as a worker thread.
    'packages/core': { entry: ['src/people/passwords/hash-thread.ts'], includeEntryExports: true },
    'packages/db': { entry: ['src/embedded/program.ts', 'src/embedded/fixtures/*.ts'] },
  },
};

export default config;
