import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { type ApiProcess, startApi } from '../harness/api-process.ts';
import { withSql } from '../harness/database.ts';
import { seedBaselineData } from './baseline.ts';
import { PASSWORD, type ProductFacts, SECRETS_KEY, seedBenchData } from './fill.ts';
import { CONNECTIONS, type Load, loadHttp, loadPgbench, type PgbenchOptions, type RequestFile } from './load.ts';
import { type BenchServer, startBenchServer, statement } from './server.ts';

/** argon2id with the product's parameters. */
export const HASHING = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How long, how often and on how many rows the bench measures. */
export interface BenchExtent {
  seconds: number;
  rounds: number;
  /** Seconds of calls before a run. */
  warmUp: number;
  /** Completions ready to spin. */
  ready: number;
  users: number;
  completions: number;
}

/** One run of one variant. */
export interface Sample extends Load {
  /** Bytes of WAL per call, including the full pages after a checkpoint. */
  wal: number;
}

/** The server, its filled databases, and the ways to run calls on them. */
export interface BenchEnvironment {
  extent: BenchExtent;
  server: BenchServer;
  facts: ProductFacts;
  /** Runs a pgbench script on a new copy of the lean tables or of the product's tables. */
  script(template: Template, options: ScriptOptions): Promise<Sample>;
  /** Sends requests to the product's api on a new copy of its database. */
  requests(requests: RequestFile, options?: RequestOptions): Promise<Sample>;
  stop(): Promise<void>;
}

export type Template = 'bench_lean' | 'bench_product';

export type ScriptOptions = Omit<PgbenchOptions, 'url' | 'from' | 'seconds'> & {
  /** A query that must return no rows after the run. */
  check?: string;
};

export interface RequestOptions {
  /** True if each request may be sent only once. The run then does not repeat requests of the warm-up. */
  once?: boolean;
  connections?: number | undefined;
  check?: string;
}

/**
 * Number of calls until the hot code is compiled. After 2,000 calls the compiler still takes a fifth of the api's time.
 */
const WARM_CALLS = 15_000;
const MAX_WARM_UPS = 5;

/** Limit on the ratio of the fastest client to the mean of all clients. */
const MAX_CLIENT_RATIO = 1.1;

/** Starts the built api on a database, without rate limits, because all calls come from one IP address. */
export async function startServing(databaseUrl: string): Promise<ApiProcess> {
  const api = await startApi({
    databaseUrl,
    secretsKey: SECRETS_KEY,
    env: {
      MODE: 'demo',
      SANDBOX_SECRET: 'a secret of the bench',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      // Unset, so that the origins are the default ones on this process's ports, and cookies need no TLS.
      APP_ORIGIN: undefined,
      ADMIN_ORIGIN: undefined,
      TRUST_PROXY: undefined,
    },
  });
  try {
    await api.waitUntilReady();
    return api;
  } catch (error) {
    await api.end('SIGKILL');
    throw error;
  }
}

export async function createBenchEnvironment(
  extent: BenchExtent,
  log: (line: string) => void,
): Promise<BenchEnvironment> {
  const server = await startBenchServer();
  try {
    const passwordHash = await hash(PASSWORD, HASHING);
    let facts: ProductFacts | undefined;
    await server.createTemplate('bench_lean', (url) => withSql(url, (sql) => seedBaselineData(sql, extent)));
    await server.createTemplate('bench_product', (url) =>
      withSql(url, async (sql) => {
        facts = await seedBenchData(url, sql, passwordHash, { ...extent, log });
        await finishFirstJobs(url, log);
      }),
    );
    if (facts === undefined) throw new Error('the database is empty');
    return createEnvironment(extent, server, facts);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Bytes of WAL in an idle second, when no call arrives and jobs find nothing to do. */
const IDLE_WAL = 20_000;
const JOBS_PATIENCE_S = 60;

/**
 * Lets the jobs finish their work on a new database, such as removing expired vouchers from the stock. Otherwise the
 * jobs would do this work in each copy during the measurement.
 */
async function finishFirstJobs(url: string, log: (line: string) => void): Promise<void> {
  const api = await startServing(url);
  try {
    await waitForFirstJobs(url, JOBS_PATIENCE_S, log);
  } finally {
    await api.end();
  }
}

/** Waits until the jobs of a running api have written nothing for three seconds. @param patience seconds */
export async function waitForFirstJobs(url: string, patience: number, log: (line: string) => void): Promise<void> {
  let [quiet, second] = [0, 0];
  for (; quiet < 3 && second < patience; second++) {
    const before = await readWalBytes(url);
    await sleep(1000);
    quiet = (await readWalBytes(url)) - before < IDLE_WAL ? quiet + 1 : 0;
  }
  log(`jobs of the api: ${second} s${quiet < 3 ? ', and not finished' : ''}`);
}

function createEnvironment(extent: BenchExtent, server: BenchServer, facts: ProductFacts): BenchEnvironment {
  const { seconds } = extent;

  return {
    extent,
    server,
    facts,
    async script(template, { check, variables = {}, connections = CONNECTIONS, ...options }) {
      const url = await server.copyTemplate(template);
      const each = { url, variables, connections, ...options };
      const warm = await loadPgbench({ ...each, from: -1, seconds: 1 });
      // Each client counts its own calls, and some clients are faster. So the run begins with a number that no client
      // can have reached in the warm-up.
      const from = Math.ceil((warm.done / connections) * 2) + 100;
      const sample = await measureWithWal(url, () => loadPgbench({ ...each, from, seconds }));
      if (variables['base'] !== undefined && from * connections + sample.done * MAX_CLIENT_RATIO > extent.ready)
        throw new Error(`${sample.done} calls in ${seconds} s are more than were prepared: choose fewer --seconds`);
      if (check !== undefined) await expectNoRows(url, check);
      return sample;
    },
    async requests(requests, { once = false, connections = CONNECTIONS, check } = {}) {
      const url = await server.copyTemplate('bench_product');
      const api = await startServing(url);
      try {
        const options = { origin: api.appOrigin, requests, connections, once };
        let sentBefore = 0;
        // The warm-up counts calls, not only time: on a busy machine most of the code is still uncompiled after a few
        // seconds.
        for (let answered = 0, turn = 0; answered < WARM_CALLS && turn < MAX_WARM_UPS; turn++) {
          const warm = await loadHttp({ ...options, sentBefore, seconds: extent.warmUp });
          answered += warm.done;
          if (once) sentBefore += warm.done + 2 * connections;
        }
        const sample = await measureWithWal(url, () => loadHttp({ ...options, sentBefore, seconds }));
        if (sample.failed > sample.done / 100) throw new Error(`${sample.failed} of ${sample.done} calls were refused`);
        if (check !== undefined) await expectNoRows(url, check);
        return sample;
      } finally {
        await api.end();
      }
    },
    stop: () => server.stop(),
  };
}

/** Bytes of WAL that a server has written. */
async function readWalBytes(url: string): Promise<number> {
  const query = "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal";
  const [row] = await statement<{ wal: number }>(url, query);
  return row?.wal ?? Number.NaN;
}

async function measureWithWal(url: string, work: () => Promise<Load>): Promise<Sample> {
  const before = await readWalBytes(url);
  const load = await work();
  return { ...load, wal: ((await readWalBytes(url)) - before) / load.done };
}

async function expectNoRows(url: string, query: string): Promise<void> {
  const problems = await statement<{ problem: string }>(url, query);
  if (problems.length > 0) throw new Error(problems.map(({ problem }) => problem).join('; '));
}
