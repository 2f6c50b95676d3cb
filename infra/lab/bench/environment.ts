import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { type ApiProcess, startApi } from '../harness/api-process.ts';
import { withSql } from '../harness/database.ts';
import { seedBaselineData } from './baseline.ts';
import { PASSWORD, type ProductFacts, SECRETS_KEY, seedBenchData } from './fill.ts';
import { CONNECTIONS, type Load, loadHttp, loadPgbench, type PgbenchOptions, type RequestFile } from './load.ts';
import { type BenchServer, startBenchServer, statement } from './server.ts';

/** argon2id as the product hashes passwords. */
export const HASHING = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How long, how often and over how much is measured. */
export interface BenchExtent {
  seconds: number;
  rounds: number;
  /** s of calls before a run. */
  warmUp: number;
  /** Completions ready to spin. */
  ready: number;
  users: number;
  completions: number;
}

/** One run of one way of doing a thing. */
export interface Sample extends Load {
  /** Bytes of WAL a call, whole pages after a checkpoint among them. */
  wal: number;
}

/** The server, its filled databases, and the ways of running something over them. */
export interface BenchEnvironment {
  extent: BenchExtent;
  server: BenchServer;
  facts: ProductFacts;
  /** Runs a pgbench script over a new copy of the lean tables or of the product's. */
  script(on: Template, options: ScriptOptions): Promise<Sample>;
  /** Sends requests to the product's api over a new copy. */
  requests(requests: RequestFile, options?: RequestOptions): Promise<Sample>;
  stop(): Promise<void>;
}

export type Template = 'bench_lean' | 'bench_product';

export type ScriptOptions = Omit<PgbenchOptions, 'url' | 'from' | 'seconds'> & {
  /** A query for what must not be there once the run is over. */
  check?: string;
};

export interface RequestOptions {
  /** Each may be sent once: those of the warm-up are not sent again. */
  once?: boolean;
  connections?: number | undefined;
  check?: string;
}

/** Calls after which what they run is compiled: after 2,000 a fifth of the api's time is still the compiler's. */
const WARM_CALLS = 15_000;
const MOST_WARM_UPS = 5;

/** The fastest client is ahead of their mean by less. */
const MARGIN = 1.1;

/** Starts the built api over a database, without limits on calls: one address sends them all. */
export async function startServing(databaseUrl: string): Promise<ApiProcess> {
  const api = await startApi({
    databaseUrl,
    secretsKey: SECRETS_KEY,
    env: {
      MODE: 'demo',
      SANDBOX_SECRET: 'a secret of the bench',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      // Origins of its own ports, so that cookies need no TLS.
      APP_ORIGIN: undefined,
      ADMIN_ORIGIN: undefined,
      TRUST_PROXY: undefined,
    },
  });
  try {
    await api.ready();
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
    await server.template('bench_lean', (url) => withSql(url, (sql) => seedBaselineData(sql, extent)));
    await server.template('bench_product', (url) =>
      withSql(url, async (sql) => {
        facts = await seedBenchData(url, sql, passwordHash, { ...extent, log });
        await doFirstJobs(url, log);
      }),
    );
    if (facts === undefined) throw new Error('nothing was filled');
    return withSetting(extent, server, facts);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** WAL of a second in which no call comes and jobs find nothing to do, in bytes. */
const IDLE_WAL = 20_000;
const JOBS_PATIENCE_S = 60;

/**
 * Lets the api do what its jobs find in a new database (old calls to judge, vouchers to expire), so that they do not do
 * it in each copy while it is measured.
 */
async function doFirstJobs(url: string, log: (line: string) => void): Promise<void> {
  const api = await startServing(url);
  try {
    let [quiet, second] = [0, 0];
    for (; quiet < 3 && second < JOBS_PATIENCE_S; second++) {
      const before = await walOf(url);
      await sleep(1000);
      quiet = (await walOf(url)) - before < IDLE_WAL ? quiet + 1 : 0;
    }
    log(`jobs of the api: ${second} s${quiet < 3 ? ', and they go on' : ''}`);
  } finally {
    await api.end();
  }
}

function withSetting(extent: BenchExtent, server: BenchServer, facts: ProductFacts): BenchEnvironment {
  const { seconds } = extent;

  return {
    extent,
    server,
    facts,
    async script(on, { check, variables = {}, connections = CONNECTIONS, ...options }) {
      const url = await server.fresh(on);
      const each = { url, variables, connections, ...options };
      const warm = await loadPgbench({ ...each, from: -1, seconds: 1 });
      // Clients count by themselves, some faster than others: each begins beyond what any can have reached.
      const from = Math.ceil((warm.done / connections) * 2) + 100;
      const sample = await measured(url, () => loadPgbench({ ...each, from, seconds }));
      if (variables['base'] !== undefined && from * connections + sample.done * MARGIN > extent.ready)
        throw new Error(`${sample.done} calls in ${seconds} s are more than were prepared: choose fewer --seconds`);
      if (check !== undefined) await mustBeEmpty(url, check);
      return sample;
    },
    async requests(requests, { once = false, connections = CONNECTIONS, check } = {}) {
      const url = await server.fresh('bench_product');
      const api = await startServing(url);
      try {
        const options = { origin: api.appOrigin, requests, connections, once };
        let passed = 0;
        // By calls and not by time alone: on a busy machine a few seconds leave most of the code uncompiled.
        for (let answered = 0, turn = 0; answered < WARM_CALLS && turn < MOST_WARM_UPS; turn++) {
          const warm = await loadHttp({ ...options, passed, seconds: extent.warmUp });
          answered += warm.done;
          if (once) passed += warm.done + 2 * connections;
        }
        const sample = await measured(url, () => loadHttp({ ...options, passed, seconds }));
        if (sample.failed > sample.done / 100) throw new Error(`${sample.failed} of ${sample.done} calls were refused`);
        if (check !== undefined) await mustBeEmpty(url, check);
        return sample;
      } finally {
        await api.end();
      }
    },
    stop: () => server.stop(),
  };
}

/** Bytes that a server has written ahead. */
async function walOf(url: string): Promise<number> {
  const query = "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal";
  const [row] = await statement<{ wal: number }>(url, query);
  return row?.wal ?? Number.NaN;
}

async function measured(url: string, work: () => Promise<Load>): Promise<Sample> {
  const before = await walOf(url);
  const load = await work();
  return { ...load, wal: ((await walOf(url)) - before) / load.done };
}

async function mustBeEmpty(url: string, query: string): Promise<void> {
  const problems = await statement<{ problem: string }>(url, query);
  if (problems.length > 0) throw new Error(problems.map(({ problem }) => problem).join('; '));
}
