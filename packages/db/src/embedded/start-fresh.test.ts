import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder } from '@inaam/testing/temporary-folders';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../migrate.ts';
import { locateCluster } from './location.ts';
import { listBackups } from './moved-databases.ts';
import { removeData } from './remove.ts';
import { startWithFreshBaseline } from './start-fresh.ts';

let base: string;
let dataDir: string;
beforeEach(() => {
  base = createTemporaryFolder('anew');
  dataDir = join(base, 'data');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Starts the database, migrates it, runs a statement and stops it. Returns the log and the rows. */
async function run(statement: string) {
  const lines: string[] = [];
  const embedded = await startWithFreshBaseline({ dataDir, durable: true, log: () => {} }, undefined, (line) =>
    lines.push(line),
  );
  try {
    await migrate(embedded.url);
    const sql = postgres(embedded.url, { max: 1, onnotice: () => {} });
    const rows = [...(await sql.unsafe(statement))];
    await sql.end();
    return { lines, rows };
  } finally {
    await embedded.stop();
  }
}

const count = 'select count(*)::int as n from named_locks where name = $$kept$$';

test('keeps a database that this release’s migrations created, and moves any other database aside', async () => {
  const insert = "insert into named_locks (name) values ('kept')";
  expect((await run(insert)).lines).toEqual([]);
  writeFileSync(join(dataDir, 'sandbox.secret'), 'stays');
  expect(await run(count)).toEqual({ lines: [], rows: [{ n: 1 }] });
  await run("update drizzle.__drizzle_migrations set hash = 'of an edited baseline' where id = 2");

  const { lines, rows } = await run(count);
  const [backup = '', ...others] = listBackups(dataDir);
  expect(others).toEqual([]);
  expect(lines).toEqual([
    `The demo database was created by migrations that this release does not contain. It was moved to ${backup}, and ` +
      'the demo starts with a new one.',
  ]);
  expect(rows).toEqual([{ n: 0 }]);
  expect(readFileSync(join(dataDir, 'sandbox.secret'), 'utf8')).toBe('stays');
  expect(existsSync(join(locateCluster(backup).cluster, 'PG_VERSION'))).toBe(true);
  expect(await run(count)).toEqual({ lines: [], rows: [{ n: 0 }] });

  const clusters = [dataDir, backup].map((folder) => locateCluster(folder).cluster);
  removeData(dataDir);
  expect([dataDir, ...clusters].filter((path) => existsSync(path))).toEqual([]);
}, 120_000);
