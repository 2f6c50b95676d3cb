import { parseArgs } from 'node:util';
import { openDatabase } from '@inaam/db/client';
import { startEmbedded } from '@inaam/db/embedded';
import { getRunningUrl } from '@inaam/db/embedded/running';
import { ledgerDifferences } from '@inaam/db/ledger';
import { isAtSchema, schemaVersion } from '@inaam/db/migrate';
import { readDatabaseSettings } from './settings.ts';

/** `npm run verify -- ledger`: reports every breach of the ledger, one per line, and exits with 1 if there is one. */

const PATIENCE_MS = 3_600_000;

/** @returns the breaches @throws Error with a one-line message when the database is not at this release's schema */
async function verify(url: string): Promise<string[]> {
  const { sql, close } = openDatabase(url, { max: 1, statementTimeout: PATIENCE_MS });
  try {
    const isCurrent = await isAtSchema(sql, schemaVersion());
    if (!isCurrent) throw new Error("The database is not at this release's schema. Run: npm run migrate");
    return await ledgerDifferences(sql);
  } finally {
    await close();
  }
}

async function run(): Promise<string[]> {
  parseArgs({ options: {} });
  const settings = readDatabaseSettings(process.env);
  const running = settings.databaseUrl ?? getRunningUrl(settings.dataDir);
  if (running !== undefined) return verify(running);
  const embedded = await startEmbedded({ dataDir: settings.dataDir, durable: true });
  try {
    return await verify(embedded.url);
  } finally {
    await embedded.stop();
  }
}

try {
  const breaches = await run();
  for (const line of breaches) process.stdout.write(`${line}\n`);
  process.stdout.write(breaches.length === 0 ? 'The ledger is consistent.\n' : `${breaches.length} breaches.\n`);
  process.exitCode = breaches.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
