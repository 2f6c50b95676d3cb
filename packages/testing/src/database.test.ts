import { openDatabase } from '@inaam/db/client';
import { expect, inject, test } from 'vitest';
import { createTestDatabase } from './database.ts';
import { startTestServer } from './server.ts';

async function listTables(url: string): Promise<string[]> {
  const database = openDatabase(url, { max: 1, statementTimeout: 5_000 });
  try {
    const rows = await database.sql<{ name: string }[]>`
      SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;
    return rows.map((row) => row.name);
  } finally {
    await database.close();
  }
}

test('migrates each database and isolates it from the others', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    expect(one.url).not.toBe(two.url);
    const database = openDatabase(one.url, { max: 1, statementTimeout: 5_000 });
    await database.sql`CREATE TABLE only_here (n int)`;
    await database.close();
    const tables = await listTables(two.url);
    expect(tables).toContain('spins');
    expect(await listTables(one.url)).toEqual([...tables, 'only_here'].sort());
  } finally {
    await Promise.all([one.drop(), two.drop()]);
  }
  await expect(listTables(one.url)).rejects.toThrow(/does not exist/);
});

test('refuses a database whose name does not end in _test, before it changes anything', async () => {
  const url = Object.assign(new URL(inject('postgres').url), { pathname: '/inaam' });
  await expect(startTestServer(url.href)).rejects.toThrow('must end in _test');
});
