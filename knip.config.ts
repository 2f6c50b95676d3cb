import type { KnipConfig } from 'knip';

/** Every way into the code is named here; what none of them reaches is dead. */
const config: KnipConfig = {
  ignoreExportsUsedInFile: true,
  // Imports that a check refuses.
  ignore: ['infra/tools/*/fixtures/**'],
  workspaces: {
    '.': {
      entry: ['infra/run/{print-settings.ts,vite.mjs}'],
      // Run by infra/run/check.mjs and infra/run/workspace.mjs.
      ignoreDependencies: ['@biomejs/biome', 'turbo'],
      // Of the machine that drills run on.
      ignoreBinaries: ['kubectl', 'mount', 'umount'],
      project: ['infra/run/**/*.{ts,mjs}', 'infra/*.mjs'],
    },
    'infra/tools': {
      entry: ['*/main.ts', 'checks/{bundles,commits,documents,lines,screens}.ts', 'vitest/*.ts', '**/*.test.ts'],
      project: ['**/*.ts', '!**/fixtures/**'],
      // Its program is started: checks/migration-rules.ts.
      ignoreDependencies: ['squawk-cli'],
    },
    'infra/lab': {
      entry: ['main.ts', '**/*.test.ts'],
      project: ['**/*.{ts,mjs}'],
    },
    'apps/api': {
      entry: [
        'src/server.ts',
        'src/create-admin.ts',
        'src/migrate.ts',
        'src/verify-audit.ts',
        'src/verify-draws.ts',
        'src/verify-ledger.ts',
        'src/**/*.test.ts',
      ],
    },
    // The bundle of its server holds packages/settings and packages/mailbox, which import them.
    'apps/sandbox': { entry: ['src/server.ts'], ignoreDependencies: ['ipaddr.js', 'smtp-server', 'postal-mime'] },
    // The web apps' entries are read from their index.html, the journeys from playwright.config.ts.
    'apps/e2e': {
      entry: ['src/support/*.test.ts', 'src/bench/*.ts'],
      playwright: { config: ['playwright.config.ts', 'playwright.catalogue.config.ts'] },
    },
    // Loaded by the service worker: apps/user/installable.ts. The runtime is imported by the compiled words.
    'apps/user': { entry: ['public/push-worker.js'], ignoreDependencies: ['@messageformat/runtime'] },
    // The file of a thread: hash-threads.ts.
    'packages/core': { entry: ['src/people/passwords/hash-thread.ts'], includeEntryExports: true },
    'packages/db': { entry: ['src/embedded/program.ts', 'src/embedded/fixtures/*.ts'] },
  },
};

export default config;
