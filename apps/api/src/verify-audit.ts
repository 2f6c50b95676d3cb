import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createSecretBox } from '@inaam/core/kernel/seals';
import { createAuditKeys, parseHeads, type SealedHead, verifyAudit } from '@inaam/core/office/audit/queries';
import { openDatabase } from '@inaam/db/client';
import { startEmbedded } from '@inaam/db/embedded';
import { getRunningUrl } from '@inaam/db/embedded/running';
import { isAtSchema, schemaVersion } from '@inaam/db/migrate';
import { loadSecretsKeys } from './secrets-key.ts';
import { readDatabaseSettings } from './settings.ts';

/**
 * `npm run verify -- audit [--heads FILE] [--key HEX]… | --public-key`: reports the first entry of the audit log that
 * was altered, removed or inserted, and exits with 1 if there is one. FILE contains signed heads, which the audit log
 * must still match: lines of the api's log, or what AUDIT_WEBHOOK_URL received. HEX is a public key from before a
 * change of AUDIT_KEY or SECRETS_KEY. `--public-key` prints the current public key for safekeeping.
 */

const PATIENCE_MS = 3_600_000;

async function verify(url: string, trusted: string[], known: SealedHead[]): Promise<string | undefined> {
  const { sql, close } = openDatabase(url, { max: 1, statementTimeout: PATIENCE_MS });
  try {
    const isCurrent = await isAtSchema(sql, schemaVersion());
    if (!isCurrent) throw new Error("The database is not at this release's schema. Run: npm run migrate");
    // One snapshot, so that entries written meanwhile do not count as missing or inserted.
    return await sql.begin('isolation level repeatable read read only', (tx) =>
      verifyAudit(tx as unknown as typeof sql, { trusted, known }),
    );
  } finally {
    await close();
  }
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      heads: { type: 'string' },
      key: { type: 'string', multiple: true },
      'public-key': { type: 'boolean', default: false },
    },
  });
  const settings = readDatabaseSettings(process.env);
  const { keys } = await loadSecretsKeys(settings, async () => true);
  const earlier = [...settings.auditPublicKeys, ...(values.key ?? [])];
  const trusted = createAuditKeys({
    secrets: createSecretBox(keys),
    auditSeeds: settings.auditKeys,
    earlier,
  }).listTrustedKeys();
  if (values['public-key']) {
    process.stdout.write(`${trusted[0]}\n`);
    return;
  }
  const known = values.heads === undefined ? [] : parseHeads(readFileSync(values.heads, 'utf8'));
  const running = settings.databaseUrl ?? getRunningUrl(settings.dataDir);
  if (running !== undefined) return printResult(await verify(running, trusted, known));
  const embedded = await startEmbedded({ dataDir: settings.dataDir, durable: true });
  try {
    printResult(await verify(embedded.url, trusted, known));
  } finally {
    await embedded.stop();
  }
}

function printResult(problem: string | undefined): void {
  process.stdout.write(problem === undefined ? 'The audit log is unchanged.\n' : `${problem}\n`);
  process.exitCode = problem === undefined ? 0 : 1;
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
