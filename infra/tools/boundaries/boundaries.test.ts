import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyseFile } from './imports.ts';
import { layers } from './layers.ts';
import { check } from './rules.ts';

// These tests read fixtures. `npm run check` checks this workspace, in the line 'Import bans'.
const fixtures = join(import.meta.dirname, 'fixtures');

/** The errors of each fixture, line by line. The counterpart of each fixture under `accepted` passes. */
const bans: Record<string, string[]> = {
  'api-inside-db': [
    'apps/api/src/a.ts:1: @inaam/db/schema/identity: api may import only client, embedded, embedded/cluster, embedded/running, embedded/start-fresh, embedded/server, ledger, migrate, health-probe, replica, roles, seed/demo, trace-sql, wait-for-database from db',
  ],
  'app-to-app': ['apps/user/src/a.ts:1: @inaam/admin/lists/table: user must not import admin'],
  'browser-to-core': ['apps/user/src/a.ts:2: @inaam/core/ledger/spins/spin: user must not import core'],
  'browser-to-db': ['apps/admin/src/a.ts:1: @inaam/db/client: admin must not import db'],
  'core-transport': [
    'packages/core/src/b.ts:1: @trpc/server: @trpc/server may be imported only by packages/router/, packages/testing/, apps/api/, apps/admin/src/app/identity-proof.ts, apps/admin/src/app/send-once.ts, apps/admin/src/app/pending-approval.ts',
  ],
  environment: [
    'apps/api/src/hosts/c.ts:1: only the environmentReaders of layers.ts may read process.env',
    'packages/core/src/a.ts:1: only the environmentReaders of layers.ts may read process.env',
    'packages/db/src/b.ts:1: only the environmentReaders of layers.ts may read process.env',
  ],
  'feature-outside-routes': [
    'apps/admin/src/app/auth.tsx:1: ../features/overview/dashboard-search.ts: apps/admin/src/features/overview is a feature: only routes may import its screens',
    'apps/admin/src/lists/a.ts:1: ../features/users/user.ts: apps/admin/src/features/users is a feature: only routes may import its screens',
  ],
  'import-circle': ['packages/ui/src/a.ts, packages/ui/src/b.ts, packages/ui/src/c.ts: import each other in a circle'],
  'lab-in-product': [
    'apps/api/src/a.ts:1: ../../../infra/lab/main.ts: leaves apps/api; import other packages by name',
    'infra/lab/bench/main.ts:1: ../../tools/checks/documents.ts: leaves infra/lab; import other packages by name',
    'packages/core/src/a.test.ts:1: @inaam/lab/furnish: core must not import lab',
  ],
  'layer-upwards': ['packages/core/src/a.ts:1: @inaam/router/app-router: core must not import router'],
  'lucia-elsewhere': [
    'packages/core/src/people/account/sign-in.ts:1: lucia: lucia may be imported only by packages/core/src/people/sessions/sessions.ts',
  ],
  'node-in-browser': [
    'packages/contracts/src/a.ts:1: node:crypto: contracts runs in a browser, where there is no Node',
  ],
  'parts-import-screens': [
    'apps/admin/src/features/fraud/parts/flag.ts:1: ../words.ts: apps/admin/src/features/fraud/parts must not import screens of its feature',
  ],
  'parts-circle': [
    'apps/admin/src/features/completions/parts, apps/admin/src/features/postbacks/parts: parts that import each other',
  ],
  'relative-escape': [
    'apps/user/src/a.ts:1: ../../admin/src/lists/table.ts: leaves apps/user; import other packages by name',
  ],
  'room-circle': ['packages/core/src/ledger/clicks, packages/core/src/ledger/offers: folders that import each other'],
  'room-upwards': [
    'packages/core/src/kernel/services.ts: kernel must not import packages/core/src/services.ts',
    'packages/core/src/ledger/clicks/click.ts: ledger must not import people',
    'packages/core/src/vault/a.ts: vault is not in the list of rooms',
  ],
  'router-value-in-browser': ['apps/user/src/a.ts:1: @inaam/router/app-router: user may import only types from router'],
  'rule-in-procedure': [
    'packages/router/src/admin/offers.ts:11: if: a rule belongs in a command of the core',
    'packages/router/src/admin/offers.ts:11: throw: a rule belongs in a command of the core',
    'packages/router/src/admin/offers.ts:14: calls the core 2 times: make it one command',
    'packages/router/src/admin/offers.ts:16: ??: a rule belongs in a command of the core',
    'packages/router/src/admin/offers.ts:4: zod: procedures must not import it',
    'packages/router/src/admin/offers.ts:7: a function of its own: a rule belongs in a command',
  ],
  'sibling-feature': [
    'apps/user/src/features/offers/a.ts:1: ../spins/spin.ts: apps/user/src/features/spins is another feature: only files in its folder parts may be imported',
  ],
  'sibling-folder': [
    'apps/admin/src/features/networks/settings/a.ts:1: ../secrets/secret.ts: apps/admin/src/features/networks/settings and apps/admin/src/features/networks/secrets are folders of a divided feature, which must not import each other',
  ],
  'testing-in-code': ['packages/core/src/a.ts:1: @inaam/testing/database: core must not import testing'],
  'undeclared-package': [
    'packages/router/src/a.ts:1: postgres: packages/router/package.json does not list postgres',
    'packages/router/src/b.ts:1: drizzle-orm/sql: packages/router/package.json does not list drizzle-orm',
    'packages/router/src/c.ts:1: vitest: packages/router/package.json lists vitest for tests, types and builds alone',
  ],
  'unlisted-package': ['packages/helpers: is not in the list of layers'],
};

test('has a fixture for each ban and a ban for each fixture', () => {
  expect(readdirSync(fixtures).sort()).toEqual(Object.keys(bans).sort());
});

test.each(Object.entries(bans))('refuses %s and accepts its corrected twin', (name, faults) => {
  expect(check(join(fixtures, name, 'refused')).sort()).toEqual(faults);
  expect(check(join(fixtures, name, 'accepted'))).toEqual([]);
});

test('lists layers in order: none imports a layer that comes later', () => {
  for (const [index, layer] of layers.entries()) {
    const above = layers.slice(0, index).map((each) => each.name);
    expect(above, layer.name).toEqual(expect.arrayContaining(Object.keys(layer.imports)));
  }
});

test('finds every form of import', () => {
  const source = [
    `import 'a';`,
    `import b from 'b';`,
    `import type { C } from 'c';`,
    `export * from 'd';`,
    `export type { E } from 'e';`,
    `const f = await import('f');`,
    `type G = import('g').G;`,
    `const h = require('h');`,
    `const i = import.meta.resolve('i');`,
    'const j = await import(`j`);',
  ].join('\n');
  const { imports } = analyseFile('a.ts', source);
  expect(imports.map((each) => `${each.line}${each.specifier}${each.typeOnly ? ' type' : ''}`)).toEqual([
    '1a',
    '2b',
    '3c type',
    '4d',
    '5e type',
    '6f',
    '7g type',
    '8h',
    '9i',
    '10j',
  ]);
});
