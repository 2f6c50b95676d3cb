import { startEmbedded } from '@inaam/db/embedded';
import { runningUrl } from '@inaam/db/embedded/running';
import { migrate } from '@inaam/db/migrate';
import { reasonOf, waitForDatabase } from '@inaam/db/wait';
import { STATEMENT_TIMEOUT } from './api.ts';
import { readDatabaseSettings, runtimeRoleOf } from './settings.ts';

/**
 * `npm run migrate`: brings the database to this release's schema, a line a step. Run before the release's first
 * process; the release before goes on working meanwhile.
 */

const PATIENCE_MS = 60_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  const { databaseUrl, migrateUrl, dataDir } = readDatabaseSettings(process.env);
  const given = migrateUrl ?? databaseUrl ?? runningUrl(dataDir);
  const embedded = given === undefined ? await startEmbedded({ dataDir, durable: true }) : undefined;
  const url = given ?? embedded?.url ?? '';
  try {
    await waitForDatabase(url, PATIENCE_MS, (why) => say(`waiting for the database: ${why}`));
    await migrate(url, {
      tell: say,
      ...(databaseUrl !== undefined && { statementTimeout: STATEMENT_TIMEOUT }),
      ...runtimeRoleOf({ databaseUrl, migrateUrl }),
    });
    say('The database is at the schema of this release.');
  } finally {
    await embedded?.stop();
  }
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
}
