import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findMigrationFaults } from './migration-rules.ts';

const folder = join(import.meta.dirname, '../../../packages/db/src/migrations');
const example = join(import.meta.dirname, '../../../packages/db/src/fixtures/example');

/** The number of migrations in the baseline, which creates all tables. */
const BASELINE = 3;

const findFaults = (directory: string, files: string[]) =>
  files.flatMap((file) => findMigrationFaults(file, readFileSync(join(directory, file), 'utf8')));
const sqlFiles = (directory: string) => readdirSync(directory).filter((file) => file.endsWith('.sql'));

test('finds no migration after the baseline that blocks or breaks the running release', () => {
  const files = sqlFiles(folder).filter((file) => Number.parseInt(file, 10) >= BASELINE);
  expect(findFaults(folder, files)).toEqual([]);
});

test('accepts the example migrations and parses the baseline', () => {
  expect(sqlFiles(example)).toHaveLength(4);
  expect(findFaults(example, sqlFiles(example))).toEqual([]);
  expect(findFaults(folder, sqlFiles(folder)).filter((fault) => fault.includes('syntax-error'))).toEqual([]);
});

test.each([
  ['require-concurrent-index-creation', 'create index users_name on users (name)'],
  ['require-concurrent-index-deletion', 'drop index users_name'],
  ['disallowed-unique-constraint', 'alter table users add constraint u unique (email)'],
  ['needs-concurrently-above', 'create index concurrently if not exists n on users (name)'],
  ['prefer-robust-stmts', '-- concurrently\ncreate index concurrently users_name on users (name)'],
  ['only-concurrent-indexes', '-- concurrently\nalter table users add column a int'],
  [
    'unique-is-not-for-speed-alone',
    '-- concurrently, for speed alone\ncreate unique index concurrently if not exists a on users (b)',
  ],
  ['changing-column-type', 'alter table users alter column id type bigint'],
  ['adding-field-with-default', 'alter table users add column key uuid default gen_random_uuid()'],
  ['prefer-identity', 'alter table users add column n bigserial'],
  ['adding-field-with-default', 'alter table users add column n int generated always as (1) stored'],
  ['adding-not-nullable-field', 'alter table users alter column name set not null'],
  ['constraint-missing-not-valid', "alter table users add constraint named check (name <> '')"],
  ['adding-foreign-key-constraint', 'alter table clicks add constraint u foreign key (user_id) references users (id)'],
  ['adding-required-field', 'alter table users add column a int not null'],
  ['ban-drop-column', 'alter table users drop column name'],
  ['ban-drop-table', 'drop table users'],
  ['ban-drop-object', 'drop view user_states'],
  ['renaming-column', 'alter table users rename column name to title'],
  ['timeouts-are-the-migrators', "set lock_timeout = '1h'"],
  ['ban-table-lock', 'lock table users'],
  ['syntax-error', 'alter tabel users'],
])('reports %s: %s', (rule, statement) => {
  expect(findMigrationFaults('0099_a.sql', statement).join('\n')).toMatch(new RegExp(`^0099_a.sql: ${rule}\\b`, 'm'));
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
  '-- nothing has read it since the release of 2026-11\n-- squawk-ignore ban-drop-column\nalter table users drop column name',
])('accepts %s', (statement) => {
  expect(findMigrationFaults('0099_a.sql', statement)).toEqual([]);
});
