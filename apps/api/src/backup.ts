import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createKernel } from '@inaam/core/kernel/kernel';
import { createSecretBox } from '@inaam/core/kernel/secret-box';
import { countLostSecrets } from '@inaam/core/networks/secrets';
import { openArchive } from '@inaam/db/backup/archive';
import { archiveLag } from '@inaam/db/backup/lag';
import { writeBackupMetric } from '@inaam/db/backup/metric';
import { restore } from '@inaam/db/backup/restore';
import { takeBackup } from '@inaam/db/backup/take';
import { openDatabase } from '@inaam/db/client';
import { startEmbedded } from '@inaam/db/embedded';
import { locateCluster } from '@inaam/db/embedded/location';
import { runningSuperuserUrl } from '@inaam/db/embedded/running';
import { ledgerDifferences } from '@inaam/db/ledger';
import { reasonOf } from '@inaam/db/wait';
import { loadSecretsKeys } from './secrets-key.ts';
import { type DatabaseSettings, readDatabaseSettings } from './settings.ts';

/**
 * `npm run backup | restore | restore-drill` for the embedded database. One of one's own is backed up by pgBackRest:
 * infra/ops/pgbackrest. `backup -- --textfile FOLDER` says there that it was made: what the alert BackupOld reads.
 */

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const GB = 1024 ** 3;

type Context = { settings: DatabaseSettings; folder: string };

function archiveOf({ settings, folder }: Context) {
  return openArchive(folder, locateCluster(settings.dataDir).account);
}

/** The running server's superuser; without a running server one is started for as long as `work` takes. */
async function withServer<T>(context: Context, work: (superuserUrl: string) => Promise<T>): Promise<T> {
  const { dataDir } = context.settings;
  const running = runningSuperuserUrl(dataDir);
  if (running !== undefined) return work(running);
  const embedded = await startEmbedded({ dataDir, durable: true, backupDir: context.folder });
  try {
    return await work(runningSuperuserUrl(dataDir) ?? '');
  } finally {
    await embedded.stop();
  }
}

async function backUp(context: Context, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { textfile: { type: 'string' } } });
  const began = performance.now();
  const { dataDir } = context.settings;
  const made = await withServer(context, (superuserUrl) =>
    takeBackup(
      { superuserUrl, cluster: locateCluster(dataDir).cluster, secretsFile: join(dataDir, 'postgres.secrets') },
      archiveOf(context),
      7,
    ),
  );
  if (values.textfile !== undefined) writeBackupMetric(values.textfile);
  say(`Base backup ${made.name}: ${(made.bytes / GB).toFixed(2)} GB in ${seconds(performance.now() - began)}.`);
}

async function restoreInto(context: Context, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { into: { type: 'string' }, to: { type: 'string' } } });
  if (!values.into) throw new Error('Usage: npm run restore -- --into DATA_DIR [--to 2026-11-22T09:00:00Z]');
  const began = performance.now();
  const from = await restore(archiveOf(context), values.into, values.to === undefined ? {} : { to: values.to });
  say(`Restored from ${from.name} into ${values.into} in ${seconds(performance.now() - began)}.`);
  say('Start it with DATA_DIR set to that folder and the same SECRETS_KEY, then npm run verify-ledger.');
}

/** ms within which the log must be archived: the archive's 30 s and its copying. */
const ARCHIVE_PATIENCE = 120_000;

/**
 * Marks a moment, waits until its mark is archived (what a lost disk would take until then: RPO), restores to another
 * folder and port (RTO), and looks at all that must hold there.
 */
async function drill(context: Context, args: string[]): Promise<void> {
  parseArgs({ args, options: {} });
  const { settings } = context;
  const root = mkdtempSync(join(tmpdir(), 'inaam-restore-'));
  const problems: string[] = [];
  try {
    const { ms: rpo, lsn: mark } = await withServer(context, (url) => archiveLag(url, ARCHIVE_PATIENCE));
    const began = performance.now();
    const dataDir = join(root, 'data');
    const from = await restore(archiveOf(context), dataDir);
    const embedded = await startEmbedded({ dataDir, durable: true });
    const rto = performance.now() - began;
    try {
      problems.push(...(await problemsOf(embedded.url, settings, mark)));
    } finally {
      await embedded.stop();
      rmSync(locateCluster(dataDir).cluster, { recursive: true, force: true });
    }
    const size = from.bytes / GB;
    say(`RPO ${seconds(rpo)}: so long until what was committed lay in the archive.`);
    // Below that the start of the server is all of it.
    const ofTen = size < 0.5 ? 'too small to say for more' : `at that pace ${seconds((rto / size) * 10)} for 10 GB`;
    say(`RTO ${seconds(rto)} for ${size.toFixed(2)} GB; ${ofTen}.`);
    if (rpo > 60_000) problems.push('RPO is over 60 s');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  for (const problem of problems) say(`PROBLEM: ${problem}`);
  say(problems.length === 0 ? 'The restore drill passed.' : `${problems.length} problems.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** @param mark how far in the log the restore must have come */
async function problemsOf(url: string, settings: DatabaseSettings, mark: string): Promise<string[]> {
  const database = openDatabase(url, { max: 2, statementTimeout: 3_600_000 });
  const kernel = createKernel(database, { deadline: 3_600_000 });
  try {
    const problems = await ledgerDifferences(database.sql);
    const [end] = await database.sql<{ lsn: string; reached: boolean }[]>`
      select pg_current_wal_lsn()::text as lsn, pg_current_wal_lsn() >= ${mark}::pg_lsn as reached`;
    if (!end?.reached) problems.push(`the restore ends at ${end?.lsn}, before what was committed at ${mark}`);
    await database.sql`select recount()`;
    problems.push(...(await ledgerDifferences(database.sql)).map((each) => `after recounting: ${each}`));
    const { keys } = await loadSecretsKeys(settings, () => Promise.resolve(true));
    const { lost, opened } = await countLostSecrets({ kernel, secrets: createSecretBox(keys) });
    if (lost > 0) problems.push(`${lost} secrets of networks cannot be opened with the key`);
    const [row] = await database.sql<{ users: number; spins: number }[]>`
      select (select count(*)::int from users) as users, (select count(*)::int from spins) as spins`;
    say(`Restored: ${row?.users} users, ${row?.spins} spins; ${opened} secrets opened.`);
    return problems;
  } finally {
    await database.close();
  }
}

const commands = { backup: backUp, restore: restoreInto, 'restore-drill': drill } as const;

try {
  const [name = '', ...args] = process.argv.slice(2);
  const settings = readDatabaseSettings(process.env);
  if (settings.databaseUrl !== undefined) {
    throw new Error(
      'DATABASE_URL: a database of your own is backed up by pgBackRest, see infra/docs/runbooks/restore.md',
    );
  }
  if (settings.backupDir === undefined) throw new Error('BACKUP_DIR: is not set');
  if (!Object.hasOwn(commands, name)) throw new Error(`Unknown command ${name}`);
  await commands[name as keyof typeof commands]({ settings, folder: settings.backupDir }, args);
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
}
