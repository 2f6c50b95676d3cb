/**
 * The layers of the house, from the ground up: a layer may import only layers that stand above it in this list, and of
 * those only the ones it names. Everything that rules.ts refuses follows from this file.
 */
export type Layer = {
  name: string;
  folder: string;
  /** Layers whose code it may use. `db: ['client']` opens single doors, `'types'` means `import type` alone. */
  imports: Record<string, 'all' | 'types' | readonly string[]>;
  /**
   * Further layers for its tests: `*.test.ts` and `*.fixture.ts` files and what lies in `src/test` and `src/testing`.
   */
  testsImport?: readonly string[];
  /** Folders and files outside of it that it may import by their paths. */
  reaches?: readonly string[];
  /** It runs in a browser, too: nothing of Node. */
  browser?: true;
};

export const layers: readonly Layer[] = [
  { name: 'config', folder: 'packages/config', imports: {} },
  { name: 'contracts', folder: 'packages/contracts', imports: {}, browser: true },
  { name: 'db', folder: 'packages/db', imports: { contracts: 'all' }, testsImport: ['testing'] },
  // What the environment says: for the edge of each server process, and for the commands.
  { name: 'settings', folder: 'packages/settings', imports: {} },
  // An SMTP server that keeps what it is sent: for the sandbox and for tests.
  { name: 'mailbox', folder: 'packages/mailbox', imports: {} },
  // All texts of the user app and of mails, by language; screens get them compiled by their build.
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
  // For services outside: nothing of ours is in it but what the description says.
  { name: 'client', folder: 'packages/client', imports: {} },
  {
    name: 'testing',
    folder: 'packages/testing',
    imports: { db: 'all', core: 'all', contracts: 'all', router: 'all' },
  },
  {
    name: 'api',
    folder: 'apps/api',
    // The edge opens the database and hands it on; tables and queries are not its business.
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
      // How the known networks call.
      core: ['partners/dialects/dialects', 'partners/presets/presets'],
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
      // Mails, as they look in a browser.
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
  // Long measures and trials. Last: nothing imports it.
  {
    name: 'lab',
    folder: 'infra/lab',
    imports: { db: 'all', core: 'all', contracts: 'all', settings: 'all', testing: 'all' },
    reaches: ['infra/run'],
  },
];

/** Layers that are not a folder of `apps` or `packages`. */
export const separate: readonly string[] = ['infra/tools', 'infra/lab'];

/** Folders that are no part of the layer around them: code that is wrong on purpose, and a package of its own. */
export const excluded = /^infra\/(tools\/\w+\/fixtures|lab\/ops\/validators)$/;

/**
 * Packages that belong to few files of a package that has them as a dependency. `types` names places whose code may
 * import types from them, and whose tests may use them to stand in for a server.
 */
export const reserved: readonly { packages: readonly string[]; to: readonly string[]; types?: readonly string[] }[] = [
  // Its author has wound it down: one file, so that it can be replaced in an afternoon.
  { packages: ['lucia'], to: ['packages/core/src/people/sessions/sessions.ts'] },
  // Threads want a file of their own beside each bundle.
  { packages: ['piscina'], to: ['packages/core/src/people/passwords/hash-threads.ts'] },
  { packages: ['nodemailer'], to: ['apps/api/src/mail/'] },
  // Loaded by a dynamic import, for those who want traces.
  { packages: ['@opentelemetry/*'], to: ['apps/api/src/observability/tracing.ts'] },
  {
    packages: ['@trpc/server'],
    // A link of the client's own is an observable, which the library offers here alone.
    to: [
      'packages/router/',
      'packages/testing/',
      'apps/api/',
      'apps/admin/src/app/identity-proof.ts',
      'apps/admin/src/app/pending-approval.ts',
    ],
    types: ['apps/user/', 'apps/admin/'],
  },
];

/**
 * The rooms of the core, from the ground up, each with the rooms that it may import. Files right below `src` compose
 * them and are imported by none.
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

/** Where the environment is read: the edge of each process, and what configures tools. */
export const readsEnvironment: readonly RegExp[] = [
  /^infra\//,
  /^apps\/(api|sandbox)\/src\/(settings|server|create-admin|migrate|verify-(audit|draws|ledger))\.ts$/,
  // The edge of the browser tests: how they find the product and the browser.
  /^apps\/e2e\/src\/support\//,
  /\.config\.ts$/,
];

/**
 * Folders whose children are features, a noun each. Only routes import its screens. What other features show of the
 * noun is in its folder `parts`, which imports none of its screens. No `parts` import each other in a circle.
 */
export const featureFolders: readonly string[] = ['apps/user/src/features', 'apps/admin/src/features'];

/** Features that are divided: their folders know the files that stand beside them, and not each other. */
export const dividedFeatures: readonly string[] = ['apps/admin/src/features/networks'];

/** What may import a feature: the routes, which compose pages, and the file that starts the app. */
export const importsFeatures = /^apps\/(user|admin)\/src\/(routes\/|main\.tsx$)/;
