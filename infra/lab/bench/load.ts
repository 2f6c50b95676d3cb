import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../harness/cleanup.ts';
import { run } from '../harness/daemon.ts';
import { requirePrograms } from '../harness/programs.ts';

/** The figures of one run of a load generator. */
export interface Load {
  done: number;
  perSecond: number;
  failed: number;
  /** ms; pgbench reports only the mean, which is used as p50. */
  p50: number;
  p99: number | null;
}

const WRK = '/usr/bin/wrk';
const PGBENCH = '/usr/bin/pgbench';

export const CONNECTIONS = 16;
/** Simultaneous people of a busy hour: more than the server has database connections. */
export const MANY_CONNECTIONS = 64;
const resolvePath = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** One request: a line of the file that a load generator reads. */
export interface Request {
  method: 'GET' | 'POST';
  path: string;
  cookie?: string;
  body?: unknown;
}

/** Requests in a file, sent in order. */
export interface RequestFile {
  path: string;
  count: number;
}

export function requestFile(requests: Iterable<Request>): RequestFile {
  const path = join(temporaryFolder('requests'), 'requests');
  const lines = Array.from(requests, ({ method, path: to, cookie = '', body }) =>
    [method, to, cookie, body === undefined ? '' : JSON.stringify(body)].join('\t'),
  );
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return { path, count: lines.length };
}

export interface HttpOptions {
  origin: string;
  requests: RequestFile;
  /** How many requests earlier runs sent. */
  sentBefore: number;
  seconds: number;
  connections?: number;
  /** True if each request may be sent only once. It is an error if too few requests are left. */
  once: boolean;
}

/** Sends requests over persistent connections as fast as answers arrive. */
export async function loadHttp(options: HttpOptions): Promise<Load> {
  const { origin, requests, sentBefore, seconds, connections = CONNECTIONS, once } = options;
  requirePrograms(WRK);
  const flags = `-t1 -c${connections} -d${seconds}s --timeout 20s -s`.split(' ');
  const output = await run(WRK, [...flags, resolvePath('wrk.lua'), origin, '--', requests.path, String(sentBefore)]);
  const line = output.split('\n').findLast((each) => each.startsWith('{')) ?? '{}';
  const summary = JSON.parse(line) as { done: number; us: number; failed: number; p50: number; p99: number };
  if (once && sentBefore + summary.done + connections > requests.count) {
    throw new Error(`${summary.done} calls in ${seconds} s are more than were prepared: choose fewer --seconds`);
  }
  return { ...summary, perSecond: summary.done / (summary.us / 1e6) };
}

export interface PgbenchOptions {
  url: string;
  /** A pgbench script. Its variable `n` counts up from `from` in each client; `clients` is the number of clients. */
  script: string;
  from?: number;
  variables?: Record<string, number | string>;
  seconds: number;
  connections?: number;
  /** PostgreSQL settings of the sessions. */
  settings?: Record<string, string>;
}

/** Runs a script on several connections with prepared statements, as fast as answers arrive. */
export async function loadPgbench(options: PgbenchOptions): Promise<Load> {
  const { url, script, from = 0, variables, connections = CONNECTIONS, settings = {}, seconds } = options;
  requirePrograms(PGBENCH);
  const { hostname, port, username, pathname } = new URL(url);
  const file = join(temporaryFolder('script'), 'script.sql');
  writeFileSync(file, `\\set n :n + 1\n${script.trim()}\n`);
  const defined = { n: from, clients: connections, ...variables };
  const common = `-h ${hostname} -p ${port} -U ${username} -n -M prepared -c ${connections} -j 1 -T ${seconds}`;
  const values = Object.entries(defined).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  const args = common.split(' ').concat('-f', file, values, pathname.slice(1));
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const output = await run(PGBENCH, args, { env: { PGOPTIONS: flags.join(' ') } });
  const figure = (name: RegExp) => Number(name.exec(output)?.[1]);
  return {
    done: figure(/actually processed: (\d+)/),
    perSecond: figure(/tps = ([\d.]+)/),
    failed: figure(/failed transactions: (\d+)/) || 0,
    p50: figure(/latency average = ([\d.]+)/),
    p99: null,
  };
}
