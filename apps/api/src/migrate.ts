import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startEmbedded } from '@inaam/db/embedded';
import { getRunningUrl } from '@inaam/db/embedded/running';
import { migrate } from '@inaam/db/migrate';
import { getFailureReason, waitForDatabase } from '@inaam/db/wait-for-database';
import { getRuntimeRole, readDatabaseSettings, STATEMENT_TIMEOUT } from './settings.ts';

/**
 * `npm run migrate`: migrates the database to this release's schema and prints each step. Run it before the release's
 * first process; the previous release keeps working meanwhile. `--put-functions-back` restores the SQL functions of
 * this release after a return from a newer one.
 */

// This relative path is valid in both apps/api/src and apps/api/dist.
const schemaFolder = fileURLToPath(new URL('../../../packages/db/src', import.meta.url));

const PATIENCE_MS = 60_000;

const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  // Rejects other arguments.
  const { values } = parseArgs({ options: { 'put-functions-back': { type: 'boolean', default: false } } });
  const { databaseUrl, migrateUrl, dataDir, prepare } = readDatabaseSettings(process.env);
  const given = migrateUrl ?? databaseUrl ?? getRunningUrl(dataDir);
  const embedded = given === undefined ? await startEmbedded({ dataDir, durable: true }) : undefined;
  const url = given ?? embedded?.url ?? '';
  try {
    const variable = migrateUrl === undefined ? 'DATABASE_URL' : 'DATABASE_MIGRATE_URL';
    await waitForDatabase(url, PATIENCE_MS, (why) => printLine(`waiting for the database: ${why}`), variable);
    await migrate(url, {
      folder: schemaFolder,
      reportStep: printLine,
      putFunctionsBack: values['put-functions-back'],
      ...(databaseUrl !== undefined && {
        limits: { statementTimeout: STATEMENT_TIMEOUT, areRequired: !prepare },
      }),
      ...getRuntimeRole({ databaseUrl, migrateUrl }),
    });
    printLine('The database is at the schema of this release.');
  } finally {
    await embedded?.stop();
  }
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${getFailureReason(error)}\n`);
  process.exitCode = 1;
}
