import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@inaam/db/embedded/server';
import { createOpener } from '../harness/compare-acknowledged.ts';
import { run, waitUntil } from '../harness/daemon.ts';
import { withSql } from '../harness/database.ts';
import {
  account,
  type DebianPostgres,
  makeServerFolder,
  PASSWORD,
  serverFolder,
  startDebianPostgres,
  startDebianServer,
  writeServerFile,
} from '../harness/debian-postgres.ts';
import { withPorts } from '../harness/load-balancers.ts';
import { createProduct } from '../harness/product.ts';
import { requirePrograms } from '../harness/programs.ts';
import type { Row } from '../harness/report.ts';
import { NONE_FAILED } from './rolling-restart.ts';

/** The settings for archiving, as in infra/ops/patroni/patroni.yml. */
const ARCHIVING = [
  'wal_level=replica',
  'archive_mode=on',
  'archive_command=pgbackrest --stanza=inaam archive-push %p',
  'archive_timeout=30s',
];
/** The archive must contain a commit within this many ms. */
const RPO = 60_000;

/**
 * Makes a backup with the configuration of infra/ops and restores to a point in time. pgBackRest archives the log and
 * takes a full backup under load. Then the drill drops the table of spins, kills the server, and restores the state
 * before the drop to another folder and port. Every acknowledged write must be restored, the ledger check must find
 * no difference, and only the original key may decrypt voucher codes.
 */
export async function* drillRestore(): AsyncGenerator<Row> {
  requirePrograms('postgres', '/usr/bin/pgbackrest');
  const port = await freePort();
  const backrest = createBackrest(port);
  const { env } = backrest;
  const database = await startDebianPostgres({ port, settings: ARCHIVING, env });
  const { url } = database;
  backrest.configure(database);
  await backrest.run('stanza-create');
  await backrest.run('check');
  const product = await createProduct(url('inaam_app'), { ownerUrl: url('inaam') });
  const api = await product.start();
  const load = product.load(() => api.appOrigin, { rate: 40 });
  await sleep(3_000);
  await backrest.run('backup', '--type=full');
  await sleep(3_000);
  await load.stop();
  await api.end('SIGKILL');
  const { target, rpo } = await dropSpins(database);
  const wrong =
    rpo > RPO
      ? [`the archive contained the last commit after ${Math.round(rpo)} ms, more than the ${RPO} allowed`]
      : [];
  await database.daemon.end('SIGKILL');

  const began = performance.now();
  const data = join(database.sockets, 'restored');
  await backrest.run('restore', `--pg1-path=${data}`, '--type=time', `--target=${target}`, '--target-action=promote');
  const restoredPort = await freePort();
  // The restored server must not write into the archive from which it was restored.
  const restored = { ...database, data, port: restoredPort, settings: ['archive_mode=off'] };
  const daemon = await startDebianServer(restored);
  const databaseUrl = url('inaam', restoredPort);
  await waitUntil('the restored database is writable', () => isWritable(databaseUrl), 120_000, [daemon]);
  process.stdout.write(`RTO ${((performance.now() - began) / 1000).toFixed(1)} s: restored and writable\n`);
  wrong.push(...(await findCodeProblems(databaseUrl, product.seededData.secretsKey)));
  const { appOrigin: origin } = await product.start({ databaseUrl: url('inaam_app', restoredPort) });
  const criteria = { ...NONE_FAILED, calls: 100 };
  yield await product.judge('pgBackRest: restored to before the spins were dropped', load, {
    origin,
    criteria,
    databaseUrl,
    wrong,
  });
}

/** Drops the spins. @returns the moment before the drop, and the ms until the archive contained the last commit */
async function dropSpins({ url, daemon }: DebianPostgres): Promise<{ target: string; rpo: number }> {
  return withSql(url('postgres'), async (sql) => {
    const [now] = await sql<{ at: string }[]>`select clock_timestamp()::text as at`;
    await sql`drop table spins cascade`;
    const [row] = await sql<{ file: string }[]>`select pg_walfile_name(pg_current_wal_lsn()) as file`;
    const began = performance.now();
    const isArchived = async () => {
      const [seen] = await sql<{ done: boolean }[]>`
        select last_archived_wal >= ${row?.file ?? ''} as done from pg_stat_archiver`;
      return seen?.done === true;
    };
    await waitUntil('the log is archived', isArchived, RPO * 2, [daemon]);
    const rpo = performance.now() - began;
    process.stdout.write(`RPO ${(rpo / 1000).toFixed(1)} s: until the archive contained the last commit\n`);
    return { target: now?.at ?? '', rpo };
  });
}

/**
 * Finds sealed codes of a restored database that the original key does not decrypt, or that another key decrypts.
 * @param secretsKey 32 bytes in hex
 */
async function findCodeProblems(url: string, secretsKey: string): Promise<string[]> {
  const stock = await withSql(
    url,
    (sql) => sql<{ id: number; code: string; amount: number }[]>`
      select id, code, amount_paise as amount from vouchers where code like 'sealed:%'`,
  );
  const countOpened = (key: Uint8Array) => {
    const opener = createOpener(key);
    return stock.filter(({ code, amount }) => {
      try {
        return opener.code(code, amount) !== '';
      } catch {
        return false;
      }
    }).length;
  };
  const [byKey, byAnother] = [countOpened(Buffer.from(secretsKey, 'hex')), countOpened(randomBytes(32))];
  process.stdout.write(`${stock.length} codes: the original key opens ${byKey}, another one ${byAnother}\n`);
  return [
    ...(stock.length === 0 ? ['no sealed code was restored'] : []),
    ...(byKey < stock.length ? [`the original key does not open ${stock.length - byKey} codes`] : []),
    ...(byAnother > 0 ? [`another key opens ${byAnother} codes`] : []),
  ];
}

const isWritable = (url: string): Promise<boolean> =>
  withSql(url, async (sql) => {
    const [row] = await sql<{ writes: boolean }[]>`select not pg_is_in_recovery() as writes`;
    return row?.writes === true;
  }).catch(() => false);

/** Prepares pgBackRest with the configuration of infra/ops, in a folder of the drill, for the server on a port. */
function createBackrest(port: number) {
  const folder = serverFolder('backrest');
  const [repo, log, lock, spool] = ['repo', 'log', 'lock', 'spool'].map((name) => makeServerFolder(folder, name));
  const config = join(folder, 'pgbackrest.conf');
  const env = { PGBACKREST_CONFIG: config, PGBACKREST_REPO1_CIPHER_PASS: PASSWORD };
  return {
    env,
    /** Writes the configuration with the drill's paths instead of the examples. */
    configure({ data, sockets }: DebianPostgres) {
      const text = withPorts('pgbackrest/pgbackrest.conf', { 5432: port })
        .replace('repo1-path=/var/lib/pgbackrest', `repo1-path=${repo}`)
        .replace('pg1-path=/var/lib/postgresql/18/inaam', `pg1-path=${data}\npg1-socket-path=${sockets}`)
        .replace('[global]', `[global]\nlog-path=${log}\nlock-path=${lock}\nspool-path=${spool}`);
      if (text.includes('/var/'))
        throw new Error('a path of the configuration was not replaced: the configuration has changed');
      writeServerFile(config, text);
    },
    async run(command: string, ...args: string[]) {
      const began = performance.now();
      await run('/usr/bin/pgbackrest', ['--stanza=inaam', ...args, command], { cwd: folder, env, account });
      process.stdout.write(`pgbackrest ${command}: ${Math.round(performance.now() - began)} ms\n`);
    },
  };
}
