import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@inaam/db/embedded/server';
import postgres from 'postgres';
import { type ApiProcess, root, startApi } from '../harness/api-process.ts';
import { createOpener, judged } from '../harness/audit.ts';
import { type Daemon, until } from '../harness/daemon.ts';
import {
  type DebianPostgres,
  folderOf,
  PASSWORD,
  startDebianPostgres,
  startDebianServer,
} from '../harness/debian-postgres.ts';
import { withPorts } from '../harness/fronts.ts';
import { furnish } from '../harness/furnish.ts';
import { startLoad, workOf } from '../harness/load.ts';
import { needPrograms } from '../harness/programs.ts';
import { type Row, TABLE_HEAD, tell } from '../harness/report.ts';
import { runNode } from '../harness/run-node.ts';
import { NONE_FAILED } from './roll.ts';

/** As in infra/ops/patroni/patroni.yml. */
const ARCHIVING = [
  'wal_level=replica',
  'archive_mode=on',
  'archive_command=pgbackrest --stanza=inaam archive-push %p',
  'archive_timeout=30s',
];
/** ms within which what was committed has to lie in the archive. */
const RPO = 60_000;

/**
 * Backs up as infra/ops configures it, and restores to a moment. pgBackRest archives the log and takes a full backup
 * under load. Then the spins are dropped, the server is killed, and the moment before is restored to another folder and
 * port. All that was acknowledged must be there, the ledger must agree, and stock must open with its key alone.
 */
export async function drillRestore(): Promise<Row[]> {
  needPrograms('/usr/lib/postgresql/15/bin/postgres', '/usr/bin/pgbackrest');
  const port = await freePort();
  const backrest = backrestOf(port);
  const { settings, env } = backrest;
  const apis: ApiProcess[] = [];
  let database: DebianPostgres | undefined;
  let restored: Daemon | undefined;
  try {
    database = await startDebianPostgres({ port, settings, env });
    const { url } = database;
    backrest.configure(database);
    backrest.run('stanza-create');
    backrest.run('check');
    const ownerUrl = url('inaam', 'inaam');
    const databaseUrl = url('inaam_app', 'inaam');
    await runNode(root, ['apps/api/src/migrate.ts'], { DATABASE_URL: databaseUrl, DATABASE_MIGRATE_URL: ownerUrl });
    const furniture = await furnish(ownerUrl);
    const api = await startApi({ ...furniture, databaseUrl });
    apis.push(api);
    await api.ready();
    const load = startLoad(() => api.appOrigin, furniture, workOf(furniture), { rate: 40 });
    await sleep(3_000);
    backrest.run('backup', '--type=full');
    await sleep(3_000);
    await load.stop();
    await api.kill();
    const superuser = postgres(url('postgres', 'inaam'), { max: 1, onnotice: () => {} });
    const wrong: string[] = [];
    let target: string;
    try {
      const [now] = await superuser<{ at: string }[]>`select clock_timestamp()::text as at`;
      target = now?.at ?? '';
      await superuser`drop table spins cascade`;
      const [row] = await superuser<{ file: string }[]>`select pg_walfile_name(pg_current_wal_lsn()) as file`;
      const began = performance.now();
      const isArchived = async () => {
        const [seen] = await superuser<{ done: boolean }[]>`
          select last_archived_wal >= ${row?.file ?? ''} as done from pg_stat_archiver`;
        return seen?.done === true;
      };
      await until('the log is archived', isArchived, RPO * 2, [database.daemon]);
      const rpo = performance.now() - began;
      process.stdout.write(`RPO ${(rpo / 1000).toFixed(1)} s: so long until what was committed lay in the archive\n`);
      if (rpo > RPO) wrong.push(`what was committed lay in the archive after ${Math.round(rpo)} ms, over ${RPO}`);
    } finally {
      await superuser.end();
    }
    await database.daemon.end('SIGKILL');

    const began = performance.now();
    const data = join(database.sockets, 'restored');
    backrest.run('restore', `--pg1-path=${data}`, '--type=time', `--target=${target}`, '--target-action=promote');
    const other = await freePort();
    // It must not write into the archive that it comes from.
    restored = await startDebianServer({ ...database, data, port: other, settings: ['archive_mode=off'], env });
    const restoredUrl = url('inaam', 'inaam', other);
    await until('the restored database is writable', () => isWritable(restoredUrl), 120_000, [restored]);
    process.stdout.write(`RTO ${((performance.now() - began) / 1000).toFixed(1)} s: restored and writable\n`);
    wrong.push(...(await codeProblems(restoredUrl, furniture.secretsKey)));
    const second = await startApi({ ...furniture, databaseUrl: url('inaam_app', 'inaam', other) });
    apis.push(second);
    await second.ready();
    const books = { appOrigin: second.appOrigin, databaseUrl: restoredUrl, furniture };
    const bars = { ...NONE_FAILED, calls: 100 };
    const row = await judged('pgBackRest: restored to before the spins were dropped', load, books, bars, { wrong });
    process.stdout.write(`${TABLE_HEAD}\n`);
    tell(row);
    return [row];
  } finally {
    await Promise.all(apis.map((api) => api.kill()));
    await restored?.end('SIGKILL');
    await database?.stop();
    backrest.remove();
  }
}

/**
 * Problems with the sealed codes of a restored database: the restored key must open each, another key none.
 * @param secretsKey 32 bytes in hex
 */
async function codeProblems(url: string, secretsKey: string): Promise<string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const stock = await sql<{ id: number; code: string; amount: number }[]>`
      select id, code, amount_paise as amount from vouchers where code like 'sealed:%'`;
    const opens = (key: Uint8Array) => {
      const opener = createOpener(key);
      return stock.filter(({ code, amount }) => {
        try {
          return opener.code(code, amount) !== '';
        } catch {
          return false;
        }
      }).length;
    };
    const [byKey, byAnother] = [opens(Buffer.from(secretsKey, 'hex')), opens(randomBytes(32))];
    process.stdout.write(`${stock.length} codes: the restored key opens ${byKey}, another one ${byAnother}\n`);
    return [
      ...(stock.length === 0 ? ['no sealed code was restored'] : []),
      ...(byKey < stock.length ? [`the restored key does not open ${stock.length - byKey} codes`] : []),
      ...(byAnother > 0 ? [`another key opens ${byAnother} codes`] : []),
    ];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const isWritable = async (url: string): Promise<boolean> => {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    const [row] = await sql<{ writes: boolean }[]>`select not pg_is_in_recovery() as writes`;
    return row?.writes === true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
};

/** pgBackRest with the configuration of infra/ops, in a folder of the drill's own, for a server on a port. */
function backrestOf(port: number) {
  const { folder, account, remove } = folderOf('backrest');
  const folders = Object.fromEntries(
    ['repo', 'log', 'lock', 'spool'].map((name) => {
      const path = join(folder, name);
      mkdirSync(path);
      if (account) chownSync(path, account.uid, account.gid);
      return [name, path];
    }),
  );
  const config = join(folder, 'pgbackrest.conf');
  const env = { PGBACKREST_CONFIG: config, PGBACKREST_REPO1_CIPHER_PASS: PASSWORD };
  const shipped = readFileSync(join(root, 'infra', 'ops', 'pgbackrest', 'pgbackrest.conf'), 'utf8');
  return {
    folder,
    env,
    remove,
    settings: [...ARCHIVING],
    /** Writes the configuration, with the drill's places in place of the examples. */
    configure({ data, sockets }: Pick<DebianPostgres, 'data' | 'sockets'>) {
      const text = withPorts(shipped, { 5432: port })
        .replace('repo1-path=/var/lib/pgbackrest', `repo1-path=${folders['repo']}`)
        .replace('pg1-path=/var/lib/postgresql/15/inaam', `pg1-path=${data}\npg1-socket-path=${sockets}`)
        .replace(
          '[global]',
          `[global]\nlog-path=${folders['log']}\nlock-path=${folders['lock']}\nspool-path=${folders['spool']}`,
        );
      if (text.includes('/var/')) throw new Error('a place of the configuration is not the drill’s: it has changed');
      writeFileSync(config, text, { mode: 0o644 });
    },
    run(command: string, ...args: string[]) {
      const began = performance.now();
      const { status, stdout, stderr } = spawnSync('/usr/bin/pgbackrest', ['--stanza=inaam', ...args, command], {
        ...account,
        cwd: folder,
        env: { PATH: process.env['PATH'], LC_ALL: 'C', ...env },
        encoding: 'utf8',
        timeout: 300_000,
      });
      if (status !== 0) throw new Error(`pgbackrest ${command}: ${stdout}${stderr}`);
      process.stdout.write(`pgbackrest ${command}: ${Math.round(performance.now() - began)} ms\n`);
    },
  };
}
