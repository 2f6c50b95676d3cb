import { describe, expect, test } from 'vitest';
import { requireDatabaseTls } from './database-tls.ts';
import { readDatabaseSettings } from './settings.ts';

const check = (address: string) => () => requireDatabaseTls('DATABASE_URL', address);

test.each([
  'postgres://inaam:x@db.internal/inaam',
  'postgres://inaam:x@10.0.0.7:5432/inaam',
  'postgres://db.internal',
  'postgres://inaam@[2001:db8::7]:5432/inaam',
  'postgres://inaam@localhost.example/inaam',
  // The driver may choose any server of the list.
  'postgres://inaam:x@localhost:5432,db.internal:5432/inaam',
  'postgres://inaam@db.internal/inaam?sslmode=prefer',
  'postgres://inaam@db.internal/inaam?sslmode=allow',
  'postgres://inaam@db.internal/inaam?sslmode=disable',
  'postgres://inaam@db.internal/inaam?sslmode=require&sslmode=disable',
  'postgres://inaam@db.internal/sslmode=require',
])('refuses a database URL of another machine without enforced encryption: %s', (address) => {
  expect(check(address)).toThrow(/^DATABASE_URL: must say sslmode=require, verify-ca or verify-full in production: /);
});

test.each([
  'postgres://inaam@localhost/inaam',
  'postgres://inaam:x@127.0.0.2:5433/inaam',
  'postgres://inaam@[::1]:5432/inaam',
  'postgres://inaam@%2Fvar%2Frun%2Fpostgresql/inaam',
  'postgres://inaam:x@db.internal/inaam?sslmode=require',
  'postgresql://inaam:x@one:5432,two:5432/inaam?application_name=a&sslmode=verify-ca',
  'postgres://inaam:x@db.internal?sslmode=verify-full',
])('accepts a database URL that is local or enforces encryption: %s', (address) => {
  expect(check(address)).not.toThrow();
});

describe('commands that need only the database', () => {
  const clear = 'postgres://owner:x@db.internal/inaam';
  const secure = `${clear}?sslmode=verify-full`;

  test('refuse a missing or unencrypted database URL in production and name the variable', () => {
    expect(() => readDatabaseSettings({ MODE: 'production' })).toThrow(/^DATABASE_URL: is required in production$/);
    expect(() => readDatabaseSettings({ DATABASE_URL: clear })).toThrow(/^DATABASE_URL: must say sslmode/);
    expect(() => readDatabaseSettings({ DATABASE_URL: secure, DATABASE_MIGRATE_URL: clear })).toThrow(
      /^DATABASE_MIGRATE_URL: must say sslmode/,
    );
  });

  test('accept an unencrypted database URL outside production, and an encrypted one in production', () => {
    expect(readDatabaseSettings({ DATABASE_URL: clear, MODE: 'demo' }).databaseUrl).toBe(clear);
    expect(readDatabaseSettings({ DATABASE_URL: secure }).databaseUrl).toBe(secure);
  });
});
