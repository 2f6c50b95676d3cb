import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { environment } from './cluster.ts';
import type { ClusterLocation } from './location.ts';

/** A running postmaster. `exited` resolves with the exit reason. */
export type Server = { pid: number; exited: Promise<string>; stop(): Promise<void> };

export class PortTaken extends Error {}

/** Thrown while backends of a killed server still use the cluster's shared memory. */
export class StillInUse extends Error {}

/** A standby logs `ready to accept read-only connections`. */
const READY = /database system is ready to accept (read-only )?connections/;
const START_TIMEOUT_MS = 120_000;

/** Sized for a small machine. The caller's settings override these. */
const BASE: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '128MB',
  max_connections: '100',
  max_wal_size: '512MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  io_method: 'sync',
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Faster settings for throwaway clusters: a crash may lose data. */
const VOLATILE: Record<string, string> = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

type Options = {
  program: string;
  location: ClusterLocation;
  port: number;
  durable: boolean;
  settings: Record<string, string>;
};

/**
 * Starts `postgres` and waits until it accepts connections.
 * @throws PortTaken, StillInUse, or an Error with the last lines of the server's log
 */
export async function launch({ program, location, port, durable, settings }: Options): Promise<Server> {
  const all = { ...BASE, ...(durable ? {} : VOLATILE), ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(program, ['-D', location.cluster, '-p', String(port), ...flags], {
    ...location.account,
    ...environment,
    cwd: location.cluster,
    // Own process group, so that Ctrl-C does not stop the server before the process that uses it.
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });

  const lastLines: string[] = [];
  let onLine = (_line: string) => {};
  createInterface({ input: child.stderr }).on('line', (line) => {
    lastLines.push(line);
    if (lastLines.length > 20) lastLines.shift();
    onLine(line);
  });
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const ready = new Promise<true>((resolve) => {
    onLine = (line) => READY.test(line) && resolve(true);
  });

  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, START_TIMEOUT_MS, `not ready after ${START_TIMEOUT_MS / 1000} s`);
  });
  const outcome = await Promise.race([ready, exited, timedOut]);
  clearTimeout(timer);
  onLine = () => {};
  const server = { pid: child.pid ?? -1, exited, stop: () => shutDown(child, exited) };
  if (outcome === true) return server;
  await server.stop();
  const log = lastLines.join('\n');
  if (log.includes('could not bind')) throw new PortTaken(`Port ${port} is in use`);
  if (log.includes('is still in use')) throw new StillInUse(`The embedded PostgreSQL did not start: ${log}`);
  throw new Error(`The embedded PostgreSQL did not start (${outcome}): ${log}`);
}

/** Fast shutdown (rolls back open transactions), then immediate, then a kill. */
async function shutDown(child: ChildProcess, exited: Promise<string>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const timers = [setTimeout(() => child.kill('SIGQUIT'), 15_000), setTimeout(() => child.kill('SIGKILL'), 20_000)];
  child.kill('SIGINT');
  await exited;
  for (const timer of timers) clearTimeout(timer);
}

/**
 * These ports are below the ports of outgoing connections (Linux from 32768, others from 49152). Otherwise an outgoing
 * connection could take the port before the server listens.
 */
const [FIRST_PORT, LAST_PORT] = [10_000, 32_000];
const PORT_TRIES = 100;

/** Finds a free port of this machine. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORT_TRIES; tries++) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port from ${FIRST_PORT} to ${LAST_PORT}`);
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
