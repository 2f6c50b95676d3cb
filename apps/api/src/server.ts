import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDemoSeals } from '@inaam/core/demo-seals';
import { hasSealedValues } from '@inaam/core/kernel/jobs';
import { createKernel } from '@inaam/core/kernel/kernel';
import { createHouse } from '@inaam/core/ledger/milestones/commands';
import { issueSetupToken } from '@inaam/core/people/admins/commands';
import { countOwners } from '@inaam/core/people/admins/queries';
import { openDatabase } from '@inaam/db/client';
import type { Embedded } from '@inaam/db/embedded';
import { startWithFreshBaseline } from '@inaam/db/embedded/start-fresh';
import { isAtSchema, migrate, schemaVersion } from '@inaam/db/migrate';
import { listMissingLimits } from '@inaam/db/roles';
import { DEMO_USER, seedDemo } from '@inaam/db/seed/demo';
import { getFailureReason, waitForDatabase } from '@inaam/db/wait-for-database';
import { SettingError } from '@inaam/settings/environment';
import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { type Api, createApi } from './api.ts';
import { logOptions } from './log.ts';
import { createDeferredSecretBox, loadSecretsKeys } from './secrets-key.ts';
import { readSettings, type Settings, STATEMENT_TIMEOUT } from './settings.ts';
import { deleteSetupToken, writeSetupToken } from './setup-token.ts';
import { judgeOwners } from './single-owner.ts';

/** The entry point: settings, database, listening, signals, graceful shutdown. */

// This relative path is valid in both apps/api/src and apps/api/dist.
const folder = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const schemaFolder = folder('packages/db/src');
const webApps = { user: folder('apps/user/dist'), admin: folder('apps/admin/dist') };

function exitWithError(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

async function listen(api: Api, settings: Settings): Promise<void> {
  const hosts = [
    { host: api.appHost, port: settings.app.port, variable: 'APP_PORT' },
    { host: api.adminHost, port: settings.admin.port, variable: 'ADMIN_PORT' },
  ];
  for (const { host, port, variable } of hosts) {
    try {
      // `localhost` and `::` listen on IPv4 and IPv6, so that clients reach localhost over either.
      await host.listen({ port, host: settings.listen }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EAFNOSUPPORT' || settings.listen !== '::') throw error;
        return host.listen({ port, host: '0.0.0.0' });
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
        throw new SettingError(variable, `port ${port} is in use`);
      if ((error as NodeJS.ErrnoException).code === 'EADDRNOTAVAIL')
        throw new SettingError('LISTEN', `${settings.listen} is not an address of this machine`);
      if ((error as NodeJS.ErrnoException).code === 'EACCES')
        throw new SettingError(variable, `port ${port} is not allowed`);
      throw error;
    }
  }
}

/** ms that the process waits at its start for the database, and again for the schema. */
const START_TIMEOUT_MS = 60_000;

async function hasSealedData(databaseUrl: string): Promise<boolean> {
  const database = openDatabase(databaseUrl, { max: 1, statementTimeout: 10_000 });
  try {
    return await hasSealedValues(createKernel(database, { deadline: 15_000 }));
  } finally {
    await database.close();
  }
}

/**
 * Waits for `npm run migrate`, which may run at the same time.
 * @throws Error with a one-line message when the schema does not arrive in time, or when the role lacks limits that a
 * pooler needs
 */
async function waitForSchema(databaseUrl: string, { prepare }: Settings): Promise<void> {
  const database = openDatabase(databaseUrl, { max: 1, statementTimeout: STATEMENT_TIMEOUT, prepare });
  try {
    const end = performance.now() + START_TIMEOUT_MS;
    while (!(await isAtSchema(database.sql, schemaVersion(schemaFolder)))) {
      if (performance.now() > end)
        throw new Error("The database is not at this release's schema. Run: npm run migrate");
      await sleep(500);
    }
    if (prepare) return;
    const missing = await listMissingLimits(database.sql, STATEMENT_TIMEOUT);
    if (missing.length > 0) {
      const what = missing.join(', ');
      throw new Error(
        `DATABASE_PREPARE: the role of DATABASE_URL has no ${what}: npm run migrate sets it; ` +
          'connections that the pooler opened earlier must be closed (PgBouncer: RECONNECT)',
      );
    }
  } finally {
    await database.close();
  }
}

const settings = (() => {
  try {
    return readSettings(process.env);
  } catch (error) {
    exitWithError(error instanceof SettingError ? error.message : String(error));
  }
})();

const log = pino({
  ...logOptions(settings),
  ...(settings.mode === 'demo' ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } } : {}),
});

for (const line of settings.weakenings) log.warn(line);

let embedded: Embedded | undefined;
let api: Api | undefined;

async function close(): Promise<void> {
  await api?.close();
  await embedded?.stop();
}

/** Prints the path of the first admin's setup token, never the token itself: output may go to logs. */
async function logSetupTokenPath({ services }: Api, { dataDir, admin }: Settings): Promise<void> {
  await deleteSetupToken(dataDir).catch(() => {});
  const token = await issueSetupToken(services.kernel);
  if (token === undefined) return;
  const message = await writeSetupToken(dataDir, token).then(
    (file) => `The setup token for ${admin.origin}/admin/register is in ${file} for an hour.`,
    (error: unknown) =>
      `No setup token can be stored under DATA_DIR (${getFailureReason(error)}). Create the first admin with ` +
      'npm run create-admin, or with node apps/api/dist/create-admin.js.',
  );
  process.stdout.write(`No admin yet. ${message}\n`);
}

/** Within this many ms after the drain, calls in progress must end and the embedded database must shut down. */
const SHUTDOWN_TIMEOUT_MS = 15_000;

closeWithGrace({ delay: settings.drainMs + SHUTDOWN_TIMEOUT_MS, logger: false }, async ({ err }) => {
  if (err) log.error({ err }, 'stopped by an error');
  else await api?.drain(settings.drainMs);
  await close();
});

// A killed parent process sends no signal, but the channel to it closes.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

try {
  if (settings.databaseUrl === undefined) {
    const options = { dataDir: settings.dataDir, durable: true };
    embedded = await startWithFreshBaseline(options, schemaFolder, (line) => process.stdout.write(`${line}\n`));
  }
  const databaseUrl = settings.databaseUrl ?? embedded?.url ?? '';
  const { secrets, fill } = createDeferredSecretBox();
  // Imported only when needed: the library takes some megabytes.
  const tracing = settings.tracing && (await import('./observability/tracing.ts')).startTracing(settings.tracing);
  const schema = schemaVersion(schemaFolder);
  api = await createApi({ settings, databaseUrl, secrets, log, webApps, schema, tracing });
  // Listens before the database is available, so that health checks see a starting process.
  await listen(api, settings);
  await api.startMetricsServer().catch((error: unknown) => {
    throw new SettingError('METRICS_PORT', getFailureReason(error));
  });
  await waitForDatabase(databaseUrl, START_TIMEOUT_MS, (why) =>
    process.stderr.write(`Waiting up to ${START_TIMEOUT_MS / 1000} s for the database: ${why}\n`),
  );
  if (embedded || settings.mode === 'demo') await migrate(databaseUrl, { folder: schemaFolder });
  else await waitForSchema(databaseUrl, settings);
  log.info('the schema is up to date');
  const { keys, isOnDisk } = await loadSecretsKeys(settings, () => hasSealedData(databaseUrl));
  if (isOnDisk && settings.mode === 'production') {
    log.warn('SECRETS_KEY is not set: the key for sealed values is stored only under DATA_DIR on this machine');
  }
  fill(keys);
  if (settings.mode === 'production') {
    const warning = judgeOwners(await countOwners(api.services.kernel), settings.approvals.when);
    if (warning !== undefined) log.warn(warning);
  }
  if (settings.sandbox) {
    const { hash } = api.services.passwords;
    const drawPassword = () => randomBytes(12).toString('base64url');
    const passwords = settings.drawDemoPasswords ? { admin: drawPassword(), user: drawPassword() } : undefined;
    const isNew = await seedDemo(databaseUrl, {
      sandbox: settings.sandbox,
      passwords,
      hashPassword: hash,
      seals: createDemoSeals({ kernel: api.services.kernel, secrets }),
    });
    if (isNew && passwords) {
      // The passwords are printed once on the terminal and never logged.
      process.stdout.write(
        `This demo is reachable from outside, so it has random passwords: admin / ${passwords.admin}, ` +
          `${DEMO_USER.email} / ${passwords.user}\n`,
      );
    }
  }
  await createHouse(api.services, settings.app.origin);
  await api.open();
  await logSetupTokenPath(api, settings);
  process.send?.({ ready: true });
} catch (error) {
  await close().catch(() => {});
  exitWithError(getFailureReason(error));
}
