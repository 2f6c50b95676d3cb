import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@inaam/db/embedded/server';
import { accountOf, type Daemon, startDaemon, until } from './daemon.ts';

export const BIN = '/usr/lib/postgresql/15/bin';

/** A folder that PostgreSQL's account may work in; it belongs to it. */
export function folderOf(name: string): { folder: string; account: ReturnType<typeof accountOf>; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), `inaam-${name}-`));
  const account = accountOf('postgres');
  chmodSync(folder, 0o755);
  if (account) chownSync(folder, account.uid, account.gid);
  return { folder, account, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Debian's PostgreSQL 15, of a drill's own, whose passwords are those of its roles. */
export interface DebianPostgres {
  port: number;
  daemon: Daemon;
  url(role: string, database: string, port?: number): string;
  /** Of the cluster, and of its sockets. */
  data: string;
  sockets: string;
  stop(): Promise<void>;
}

export const PASSWORD = 'of-the-drill';

export interface DebianServer {
  data: string;
  sockets: string;
  port: number;
  /** `name=value` */
  settings?: readonly string[];
  env?: Record<string, string>;
  /** It takes readers alone. */
  isStandby?: boolean;
}

/** Starts a server on a cluster that is there, and waits until it takes connections. */
export async function startDebianServer({
  data,
  sockets,
  port,
  settings = [],
  env,
  isStandby,
}: DebianServer): Promise<Daemon> {
  const account = accountOf('postgres');
  const all = ['listen_addresses=127.0.0.1', `unix_socket_directories=${sockets}`, ...settings];
  const daemon = startDaemon(
    join(BIN, 'postgres'),
    ['-D', data, '-p', String(port), ...all.flatMap((each) => ['-c', each])],
    { cwd: sockets, ...(env && { env }), ...(account && { account }) },
  );
  await until(
    'PostgreSQL takes connections',
    () => daemon.output().includes(`ready to accept ${isStandby ? 'read-only ' : ''}connections`),
    120_000,
    [daemon],
  );
  return daemon;
}

export async function startDebianPostgres({
  settings = [],
  env: more,
  ...given
}: Partial<Omit<DebianServer, 'data' | 'sockets'>> = {}): Promise<DebianPostgres> {
  const { folder, account, remove } = folderOf('pg15');
  const port = given.port ?? (await freePort());
  const data = join(folder, 'data');
  const sockets = join(folder, 'sockets');
  mkdirSync(sockets);
  if (account) chownSync(sockets, account.uid, account.gid);
  const run = (program: string, args: string[], input?: string) => {
    const env = { PATH: process.env['PATH'], LC_ALL: 'C', PGPASSWORD: PASSWORD };
    const { status, stderr } = spawnSync(join(BIN, program), args, {
      ...account,
      cwd: folder,
      env,
      input,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${program}: ${stderr}`);
  };
  run('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '--no-sync',
  ]);
  const daemon = await startDebianServer({ data, sockets, port, settings, ...(more && { env: more }) });
  // The owner may set what its runtime role has: `npm run migrate` gives it the limits of its statements.
  run('psql', ['-h', sockets, '-p', String(port), '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-q'], ROLES);
  return {
    port,
    daemon,
    data,
    sockets,
    url: (role, database, other = port) => `postgres://${role}:${PASSWORD}@127.0.0.1:${other}/${database}`,
    async stop() {
      await daemon.end('SIGINT');
      remove();
    },
  };
}

/** The owner of the schema, and the role that the api runs with. */
export const ROLES = `
  alter role postgres password '${PASSWORD}';
  create role inaam login createrole password '${PASSWORD}';
  create role inaam_app login password '${PASSWORD}';
  create database inaam owner inaam;`;
