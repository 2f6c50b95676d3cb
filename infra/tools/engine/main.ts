import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@inaam/db/client';
import { startEmbedded } from '@inaam/db/embedded';
import { migrate } from '@inaam/db/migrate';
import { readFunctions } from '@inaam/db/migrate/functions';
import { readOptions } from '../../run/options.mjs';
import { firstRowsSql, functionsSql, plainSql, readCatalogue, tablesSql, transactionsSql } from './ddl.ts';

/** Writes the DDL for YugabyteDB, or runs tests on a PostgreSQL with that schema. See README.md. */

const { flags, texts } = readOptions({
  call: 'node infra/run.mjs engine',
  description: 'Writes the DDL for YugabyteDB, or runs tests with it on the PostgreSQL 15 of DATABASE_URL.',
  texts: { out: 'the file to write', paths: 'paths of the tests, separated by commas; default packages/db' },
  flags: { functions: 'with --out: only functions and triggers, for a later release', tests: 'runs tests' },
});

const root = fileURLToPath(new URL('../../..', import.meta.url));
const functions = readFunctions(join(root, 'packages/db/src'));

if (flags['tests'] === true) process.exitCode = await runTests();
else if (texts['out'] !== undefined) {
  writeFileSync(texts['out'], flags['functions'] === true ? functionsSql(functions) : await wholeSql());
} else {
  process.stderr.write('node infra/run.mjs engine: expected --out FILE or --tests\n');
  process.exitCode = 1;
}

/** The complete SQL for an empty database. */
async function wholeSql(): Promise<string> {
  const server = await startEmbedded({ dataDir: mkdtempSync(join(tmpdir(), 'inaam-engine-')), durable: false });
  try {
    await migrate(server.url);
    const { sql, close } = openDatabase(server.url, { max: 1, statementTimeout: 60_000 });
    const catalogue = await readCatalogue(sql);
    const parts = [
      transactionsSql(),
      tablesSql(catalogue),
      await firstRowsSql(sql, catalogue),
      functionsSql(functions),
    ];
    await close();
    return parts.join('\n');
  } finally {
    await server.stop();
  }
}

/** @returns the exit code of the tests */
async function runTests(): Promise<number> {
  const url = process.env['DATABASE_URL'];
  if (url === undefined) {
    throw new Error('DATABASE_URL is not set: set it to a database on PostgreSQL 15 whose name ends in _test');
  }
  const ddl = join(mkdtempSync(join(tmpdir(), 'inaam-engine-')), 'ddl.sql');
  // Transactions are grouped in epochs (see transactions.sql). In the product, one call of pg_current_snapshot() begins
  // an epoch, and a later call ends the previous one. With turns_at_once one call does both, so tests need no second.
  writeFileSync(ddl, `${plainSql(await wholeSql())}\nupdate engine.gate set turns_at_once = true;\n`);
  const { sql, close } = openDatabase(url, { max: 1, statementTimeout: 60_000 });
  try {
    // The search path is set for the role, since copies of a database do not inherit the settings of the database.
    await sql`alter role current_user set search_path = public, engine, pg_catalog`;
    const paths = texts['paths']?.split(',') ?? ['packages/db'];
    const child = spawn('node_modules/.bin/vitest', ['run', '--project', 'node', ...paths], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TEST_DDL: ddl },
    });
    return await new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  } finally {
    await sql`alter role current_user reset search_path`;
    await close();
  }
}
