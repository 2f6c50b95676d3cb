import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@inaam/db/embedded/server';
import { temporaryFolder } from './cleanup.ts';
import { type Daemon, findAccount, run, startDaemon, waitUntil } from './daemon.ts';
import { findServerPrograms } from './programs.ts';

const BIN = findServerPrograms();

/** PostgreSQL runs as this account when we are root. */
export const account = findAccount('postgres');
const chownToAccount = (path: string) => account && chownSync(path, account.uid, account.gid);

/** Creates a temporary folder that belongs to PostgreSQL's account. `runCleanup` removes it. */
export function serverFolder(name: string): string {
  const folder = temporaryFolder(name);
  chownToAccount(folder);
  return folder;
}

/** Creates a folder that belongs to PostgreSQL's account. */
export function makeServerFolder(...path: [string, ...string[]]): string {
  const folder = join(...path);
  mkdirSync(folder);
  chownToAccount(folder);
  return folder;
}

/** Writes a file that only PostgreSQL's account may read. */
export function writeServerFile(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  chownToAccount(file);
}

export const PASSWORD = 'of-the-drill';

/** Statements that create the schema's owner, the api's role and the database. */
export const ROLES = [
  `create role inaam login createrole password '${PASSWORD}'`,
  `create role inaam_app login password '${PASSWORD}'`,
  'create database inaam owner inaam',
];

export interface DebianServer {
  /** Folders of the cluster and of its sockets. */
  data: string;
  sockets: string;
  port: number;
  /** `name=value` */
  settings?: readonly string[];
  env?: Record<string, string>;
}

/** Starts a server on an existing cluster and waits until it accepts connections. */
export async function startDebianServer(server: DebianServer): Promise<Daemon> {
  const { data, sockets, port, settings = [], env = {} } = server;
  const all = ['listen_addresses=127.0.0.1', `unix_socket_directories=${sockets}`, ...settings];
  const args = ['-D', data, '-p', String(port), ...all.flatMap((each) => ['-c', each])];
  const daemon = startDaemon(join(BIN, 'postgres'), args, { cwd: sockets, env, account });
  const isReady = () => daemon.output().includes('ready to accept connections');
  await waitUntil('PostgreSQL takes connections', isReady, 120_000, [daemon]);
  return daemon;
}

/** Debian's newest installed PostgreSQL for one drill. All roles have the password {@link PASSWORD}. */
export interface DebianPostgres extends DebianServer {
  daemon: Daemon;
  url(role: string, port?: number): string;
}

export async function startDebianPostgres(
  overrides: Partial<Pick<DebianServer, 'port' | 'settings' | 'env'>> = {},
): Promise<DebianPostgres> {
  const folder = serverFolder('postgres');
  const data = join(folder, 'data');
  const sockets = makeServerFolder(folder, 'sockets');
  const options = { cwd: folder, account };
  const access = ['--auth-local=trust', '--auth-host=scram-sha-256'];
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8'];
  await run(join(BIN, 'initdb'), ['-D', data, '-U', 'postgres', '--no-sync', ...locale, ...access], options);
  const server = { ...overrides, data, sockets, port: overrides.port ?? (await freePort()) };
  const daemon = await startDebianServer(server);
  const statements = [`alter role postgres password '${PASSWORD}'`, ...ROLES].flatMap((each) => ['-c', each]);
  const address = ['-h', sockets, '-p', String(server.port), '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-q'];
  await run(join(BIN, 'psql'), [...address, ...statements], options);
  return {
    ...server,
    daemon,
    url: (role, port = server.port) => `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/inaam`,
  };
}
