import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrationFaults } from './migration-rules.ts';

const folder = join(import.meta.dirname, '../../../packages/db/src/migrations');
const example = join(import.meta.dirname, '../../../packages/db/src/fixtures/example');

/** The migrations of the baseline make the tables. */
const BASELINE = 3;

const faultsOf = (of: string, files: string[]) =>
  Promise.all(files.map((file) => migrationFaults(file, readFileSync(join(of, file), 'utf8'))));
const sqlFiles = (of: string) => readdirSync(of).filter((file) => file.endsWith('.sql'));

test('no migration after the baseline blocks or breaks the release that runs meanwhile', async () => {
  const files = sqlFiles(folder).filter((file) => Number.parseInt(file, 10) >= BASELINE);
  expect((await faultsOf(folder, files)).flat()).toEqual([]);
});

test('the example migrations pass, and the text of the baseline can be parsed', async () => {
  expect(sqlFiles(example)).toHaveLength(3);
  expect((await faultsOf(example, sqlFiles(example))).flat()).toEqual([]);
  await faultsOf(folder, sqlFiles(folder));
});

test.each([
  ['blocking index', 'create index users_name on users (name)'],
  ['blocking index', 'drop index users_name'],
  ['blocking index', 'alter table users add constraint u unique (email)'],
  ['concurrently', 'create index concurrently if not exists users_name on users (name)'],
  ['concurrently', '-- concurrently\ncreate index concurrently users_name on users (name)'],
  ['concurrently', '-- concurrently\nalter table users add column a int'],
  ['for speed', '-- concurrently, for speed alone\ncreate unique index concurrently if not exists a on users (name)'],
  ['rewrite', 'alter table users alter column id type bigint'],
  ['rewrite', 'alter table users add column key uuid default gen_random_uuid()'],
  ['rewrite', 'alter table users add column n bigserial'],
  ['rewrite', 'alter table users add column n int generated always as (1) stored'],
  ['scan', 'alter table users alter column name set not null'],
  ['scan', "alter table users add constraint named check (name <> '')"],
  ['scan', 'alter table clicks add constraint of_user foreign key (user_id) references users (id)'],
  ['drops', 'alter table users add column a int not null'],
  ['drops', 'alter table users drop column name'],
  ['drops', 'drop table users'],
  ['drops', 'alter table users rename column name to title'],
  ['lock timeout', "set lock_timeout = '1h'"],
  ['lock timeout', 'lock table users'],
])('%s: %s', async (rule, statement) => {
  const [fault, ...more] = await migrationFaults('0099_a.sql', statement);
  expect(fault).toMatch(new RegExp(`^0099_a.sql: ${rule}: `));
  expect(more).toEqual([]);
});

test.each([
  'create table a (id int primary key, b int unique);--> statement-breakpoint\ncreate index a_b on a (b)',
  'alter table users add column a text, add column b int not null default 0, add column c timestamptz default now()',
  "alter table users add constraint named check (name <> '') not valid",
  'alter table users validate constraint named',
  '-- concurrently\ncreate index concurrently if not exists users_name on users (name)',
  '-- concurrently\ndrop index concurrently if exists users_name',
  '-- concurrently\ncreate unique index concurrently if not exists users_name on users (name)',
  '-- concurrently, for speed alone\ncreate index concurrently if not exists users_name on users (name)',
  'alter table users add constraint u unique using index users_email_idx',
  '-- accepted: drops: nothing has read it since the release of 2026-11\nalter table users drop column name',
])('%s passes', async (statement) => {
  expect(await migrationFaults('0099_a.sql', statement)).toEqual([]);
});

test('what is no SQL is said', async () => {
  await expect(migrationFaults('0099_a.sql', 'alter tabel users')).rejects.toThrow('syntax error');
});
