import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@inaam/db/client';
import { SUPERUSER } from '@inaam/db/embedded/cluster';
import { createTestDatabase } from '@inaam/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Roles as in infra/docs/runbooks/deploy.md: an owner without CREATEROLE, and a role that the owner did not create. */
const ROLE = `app_${randomBytes(4).toString('hex')}`;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let superuser: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  database = await createTestDatabase();
  const url = Object.assign(new URL(database.url), { username: SUPERUSER, pathname: '/postgres' }).href;
  superuser = openDatabase(url, { max: 1, statementTimeout: 5_000 });
  await superuser.sql.unsafe(`create role ${ROLE} login password 'app'`);
});
afterAll(async () => {
  await database.drop();
  await superuser.sql.unsafe(`drop role ${ROLE}`);
  await superuser.close();
});

function migrate(env: Record<string, string>) {
  const apiUrl = Object.assign(new URL(database.url), { username: ROLE, password: 'app' }).href;
  const settings = { MODE: 'production', DATABASE_URL: apiUrl, DATABASE_MIGRATE_URL: database.url };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'migrate.ts')], {
    env: { ...settings, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout: stdout.split('\n'), stderr };
}

const DONE = 'The database is at the schema of this release.';

test('prints the statements that the owner has no right to run, and fails only when they are required', async () => {
  const name = new URL(database.url).pathname.slice(1);
  const runbook = readFileSync(join(import.meta.dirname, '../../../infra/docs/runbooks/deploy.md'), 'utf8');
  const limits = [...runbook.matchAll(/alter role inaam_app in database inaam (set \w+ = \d+);/g)];
  const statements = limits.map(([, limit]) => `alter role "${ROLE}" in database "${name}" ${limit}`);
  const line = `an administrator of the role ${ROLE} has to run: ${statements.join('; ')}`;

  const prepared = migrate({});
  expect(prepared).toMatchObject({ status: 0, stderr: '' });
  expect(prepared.stdout).toContain(`only needed before setting DATABASE_PREPARE=off: ${line}`);
  expect(prepared.stdout).toContain(DONE);

  expect(migrate({ DATABASE_PREPARE: 'off' })).toMatchObject({ status: 1, stderr: `${line}\n` });

  for (const statement of statements) await superuser.sql.unsafe(statement);
  const afterStatements = migrate({ DATABASE_PREPARE: 'off' });
  expect(afterStatements).toMatchObject({ status: 0, stderr: '' });
  expect(afterStatements.stdout.join('\n')).not.toContain('has to run');
  expect(afterStatements.stdout).toContain(DONE);
}, 60_000);

test('names the setting when the database does not exist', () => {
  const missing = Object.assign(new URL(database.url), { pathname: '/not_there' }).href;
  expect(migrate({ DATABASE_MIGRATE_URL: missing })).toMatchObject({
    status: 1,
    stderr: 'DATABASE_MIGRATE_URL: database "not_there" does not exist\n',
  });
});
