/**
 * The layers of the project, from the ground up. A layer may import only earlier layers of this list, and of these only
 * the layers in its `imports`. All rules of rules.ts follow from this file.
 */
export type Layer = {
  name: string;
  folder: string;
  /** Layers whose code this layer may use. `db: ['client']` allows single files, `'types'` only `import type`. */
  imports: Record<string, 'all' | 'types' | readonly string[]>;
  /**
   * Further layers that the tests of this layer may use: `*.test.ts` and `*.fixture.ts` files and files in `src/test`
   * and `src/testing`.
   */
  testsImport?: readonly string[];
  /** Folders and files outside of the layer that its code may import by path. */
  reaches?: readonly string[];
  /** True if the layer also runs in a browser, so its code must not use Node's modules. */
  browser?: true;
};

export const layers: readonly Layer[] = [
  { name: 'config', folder: 'packages/config', imports: {} },
  { name: 'contracts', folder: 'packages/contracts', imports: {}, browser: true },
  { name: 'db', folder: 'packages/db', imports: { contracts: 'all' }, testsImport: ['testing'] },
  // Settings from the environment, for the entry file of each server process and for the commands.
  { name: 'settings', folder: 'packages/settings', imports: {} },
  // An SMTP server that stores mails, for the sandbox and for tests.
  { name: 'mailbox', folder: 'packages/mailbox', imports: {} },
  // All texts of the user app and of mails, by language. The build of each app includes the texts of its screens.
  { name: 'words', folder: 'packages/words', imports: { contracts: 'all' } },
  {
    name: 'core',
    folder: 'packages/core',
    imports: { db: 'all', contracts: 'all', words: 'all' },
    testsImport: ['testing'],
  },
  { name: 'router', folder: 'packages/router', imports: { core: 'all', contracts: 'all' }, testsImport: ['testing'] },
  {
    name: 'ui',
    folder: 'packages/ui',
    imports: {},
    browser: true,
  },
  // For programs outside of this project, so this layer contains only what the API description says.
  { name: 'client', folder: 'packages/client', imports: {} },
  {
    name: 'testing',
    folder: 'packages/testing',
    imports: { db: 'all', core: 'all', contracts: 'all', router: 'all' },
  },
  {
    name: 'api',
    folder: 'apps/api',
    // The entry file opens the database and passes the connection on, but uses no tables or queries.
    imports: {
      router: 'all',
      core: 'all',
      contracts: 'all',
      settings: 'all',
      db: [
        'client',
        'embedded',
        'embedded/cluster',
        'embedded/running',
        'embedded/start-fresh',
        'embedded/server',
        'ledger',
        'migrate',
        'health-probe',
        'replica',
        'roles',
        'seed/demo',
        'trace-sql',
        'wait-for-database',
      ],
    },
    testsImport: ['testing', 'client', 'mailbox'],
  },
  {
    name: 'sandbox',
    folder: 'apps/sandbox',
    imports: {
      contracts: 'all',
      // The formats of the known networks.
      core: ['partners/dialects/dialects', 'partners/presets/presets', 'partners/statements/example'],
      mailbox: 'all',
      settings: 'all',
    },
    testsImport: ['testing'],
  },
  {
    name: 'user',
    folder: 'apps/user',
    imports: { contracts: 'all', ui: 'all', words: ['bundles', 'types', 'vite'], router: 'types' },
    browser: true,
  },
  {
    name: 'admin',
    folder: 'apps/admin',
    imports: { contracts: 'all', ui: 'all', router: 'types' },
    testsImport: ['testing'],
    browser: true,
  },
  {
    name: 'e2e',
    folder: 'apps/e2e',
    imports: {
      contracts: 'all',
      testing: 'all',
      client: 'all',
      db: ['embedded/remove'],
      // Shows mails in a browser.
      core: ['outbox/messages/mails'],
    },
  },
  // Checks, generators, release and image.
  {
    name: 'tools',
    folder: 'infra/tools',
    imports: { db: 'all', settings: 'all', testing: 'all' },
    reaches: [
      'infra/run',
      'apps/api/src/openapi',
      'packages/client/types-of.ts',
      'packages/core/src/people/passwords',
      'oxlint.config.ts',
    ],
  },
  // Measurements, drills and long tests. This layer is the last one: nothing imports it.
  {
    name: 'lab',
    folder: 'infra/lab',
    imports: { db: 'all', core: 'all', contracts: 'all', settings: 'all', testing: 'all' },
    reaches: ['infra/run'],
  },
];

/** Layers outside of `apps` and `packages`. */
export const separateFolders: readonly string[] = ['infra/tools', 'infra/lab'];

/** Folders that do not belong to the layer around them: deliberately wrong code, and a separate package. */
export const excludedFolders = /^infra\/(tools\/\w+\/fixtures|lab\/ops\/validators)$/;

/**
 * Packages that only a few files of a package may import. Code in the places of `types` may import the packages' types,
 * and its tests may use the packages to simulate a server.
 */
export const reservedPackages: readonly {
  packages: readonly string[];
  to: readonly string[];
  types?: readonly string[];
}[] = [
  // The author has discontinued this package. Only one file uses it, so that a replacement takes an afternoon.
  { packages: ['lucia'], to: ['packages/core/src/people/sessions/sessions.ts'] },
  // Worker threads need a separate file in each bundle.
  { packages: ['piscina'], to: ['packages/core/src/people/passwords/hash-threads.ts'] },
  { packages: ['nodemailer'], to: ['apps/api/src/mail/'] },
  // Loaded by a dynamic import, only if traces are configured.
  { packages: ['@opentelemetry/*'], to: ['apps/api/src/observability/tracing.ts'] },
  {
    packages: ['@trpc/server'],
    // A custom link of the tRPC client is an observable, and only @trpc/server exports observables.
    to: [
      'packages/router/',
      'packages/testing/',
      'apps/api/',
      'apps/admin/src/app/identity-proof.ts',
      'apps/admin/src/app/send-once.ts',
      'apps/admin/src/app/pending-approval.ts',
    ],
    types: ['apps/user/', 'apps/admin/'],
  },
];

/**
 * The rooms of the core, from the ground up, each with the rooms that it may import. Files directly in `src` compose
 * the rooms, and no room imports them.
 */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  ledger: ['kernel'],
  people: ['kernel'],
  partners: ['kernel', 'ledger'],
  outbox: ['kernel', 'ledger', 'people'],
  insight: ['kernel', 'ledger', 'people', 'partners'],
  office: ['kernel', 'ledger', 'people', 'partners', 'outbox', 'insight'],
};

export const roomsFolder = 'packages/core/src';

/** Files that may read the environment: the entry of each process, and configurations of tools. */
export const environmentReaders: readonly RegExp[] = [
  /^infra\//,
  /^apps\/(api|sandbox)\/src\/(settings|server|create-admin|migrate|pause|verify-(audit|draws|ledger))\.ts$/,
  // The browser tests read from the environment where the product and the browser are.
  /^apps\/e2e\/src\/support\//,
  /\.config\.ts$/,
];

/**
 * Folders that contain one feature folder per noun. Only routes import a feature's screens. A feature's folder `parts`
 * contains what other features may import, and imports no screens. Folders `parts` must not import each other in a
 * circle.
 */
export const featureFolders: readonly string[] = ['apps/user/src/features', 'apps/admin/src/features'];

/** Divided features: their folders import the files next to them, but not each other. */
export const dividedFeatures: readonly string[] = ['apps/admin/src/features/networks'];

/** Files that may import a feature: the routes, which compose pages, and the entry of the app. */
export const featureImporters = /^apps\/(user|admin)\/src\/(routes\/|main\.tsx$)/;
