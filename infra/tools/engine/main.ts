import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@inaam/db/client';
import { startEmbedded } from '@inaam/db/embedded';
import { migrate } from '@inaam/db/migrate';
import { startBenchServer } from '../../lab/bench/paths/server.ts';
import { readOptions } from '../../run/options.mjs';
import { costTable } from './model.ts';
import { firstRowsSql, readCatalogue, schemaSql } from './schema.ts';

/**
 * `npm run engine`: holds the distributed engine's DDL against the tables and their distribution keys, or writes it.
 * With `--tests` it runs tests on Debian's PostgreSQL 15, of which the engine is made.
 */

const { flags, texts } = readOptions({
  call: 'npm run engine',
  does: 'Holds the DDL of infra/ops/yugabytedb against the tables and their distribution keys.',
  flags: {
    write: 'writes it instead',
    tests: "runs tests on Debian's PostgreSQL 15: those of packages/db, or of --paths",
    'as-engine': 'tests: with the tables, functions and transactions that the engine gets',
  },
  texts: { paths: 'tests: which, with commas between them' },
});

const root = fileURLToPath(new URL('../../..', import.meta.url));
const ops = join(root, 'infra/ops/yugabytedb');

process.exitCode = flags['tests'] === true ? await runTests() : await compare();

async function compare(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'inaam-engine-'));
  const server = await startEmbedded({ dataDir, durable: false });
  try {
    await migrate(server.url);
    const { sql, close } = openDatabase(server.url, { max: 1, statementTimeout: 60_000 });
    const wanted = { 'schema.sql': schemaSql(await readCatalogue(sql)), 'first-rows.sql': await firstRowsSql(sql) };
    await close();
    if (flags['write'] === true) writeCosts();
    const other = Object.entries(wanted).filter(([name, text]) => readFileSync(join(ops, name), 'utf8') !== text);
    for (const [name, text] of other) {
      if (flags['write'] === true) writeFileSync(join(ops, name), text);
      process.stdout.write(`${name} ${flags['write'] === true ? 'written' : 'is not that of the tables: --write'}\n`);
    }
    return other.length > 0 && flags['write'] !== true ? 1 : 0;
  } finally {
    await server.stop();
  }
}

/** In place of the table that stands there. */
function writeCosts(): void {
  const path = join(root, 'infra/docs/engine-costs.md');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^\| call .*\n(\|.*\n)+/m, `${costTable()}\n`));
}

async function runTests(): Promise<number> {
  const server = await startBenchServer(true);
  try {
    const name = 'inaam_test';
    await server.template(name, async () => {});
    const paths = texts['paths']?.split(',') ?? ['packages/db'];
    const child = spawn('node_modules/.bin/vitest', ['run', '--project', 'node', ...paths], {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        DATABASE_URL: server.url(name),
        ...(flags['as-engine'] === true ? { TEST_ENGINE: 'yugabytedb' } : {}),
      },
    });
    return await new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  } finally {
    await server.stop();
  }
}
