import { type MoveSql, openDatabase } from '@inaam/db/client';
import { hash } from '@node-rs/argon2';
import { type Serving, startApi } from './api-process.ts';
import { fillLean } from './lean/schema.ts';
import type { Load, PgbenchOptions, RequestFile } from './load.ts';
import { CONNECTIONS, loadHttp, loadPgbench } from './load.ts';
import { meter, type Sample } from './meter.ts';
import { fillProduct, PASSWORD, type ProductFacts } from './product/fill.ts';
import { allRead, jobsDone, restAfterStart } from './rest.ts';
import { type BenchServer, startBenchServer } from './server.ts';

/** How long, how often and over how much is measured. */
export interface Extent {
  seconds: number;
  rounds: number;
  warmUp: number;
  ready: number;
  /** For the piece that measures one offer and one amount; 0 where it is not asked for. */
  hot: number;
  hotSeconds: number;
  users: number;
  completions: number;
  /** Of load in the piece that measures memory. */
  minutes: number;
}

/** The server, its filled databases, and the ways of running something over them. */
export interface Setting {
  extent: Extent;
  server: BenchServer;
  facts: ProductFacts;
  log: (line: string) => void;
  /** A pgbench script over a new copy of the lean tables or of the product's. */
  script(on: Template, options: ScriptOptions): Promise<Sample>;
  /** Requests to the product's api over a new copy. */
  requests(requests: RequestFile, options?: RequestOptions): Promise<Sample>;
  stop(): Promise<void>;
}

export type Template = 'bench_lean' | 'bench_product';

export type ScriptOptions = Omit<PgbenchOptions, 'url' | 'from' | 'seconds'> & {
  seconds?: number;
  /** Run over the copy before anything else. */
  prepare?: string;
  /** While it is measured another session of the database holds a snapshot open, as a report does. */
  snapshot?: boolean;
  /** The api runs beside it, whose feed reads the facts that the script leaves; the run ends once it has read all. */
  followed?: boolean;
  /** A query that finds what must not be, once the run is over. */
  check?: string;
  /** How many rows the fill has prepared for it. */
  prepared?: number;
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

export async function makeSetting(extent: Extent, postgres15: boolean, log: (line: string) => void): Promise<Setting> {
  const server = await startBenchServer(postgres15);
  try {
    const { ready, hot } = extent;
    const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    let facts: ProductFacts | undefined;
    const filling = async (url: string, fill: (sql: MoveSql) => Promise<unknown>) => {
      const { sql, close } = openDatabase(url, { max: 1, statementTimeout: 900_000 });
      try {
        await fill(sql);
      } finally {
        await close();
      }
    };
    await server.template('bench_lean', (url) =>
      filling(url, (sql) => fillLean(sql, { ready, hot: Math.ceil(hot * 1.3) })),
    );
    await server.template('bench_product', (url) =>
      filling(url, async (sql) => {
        facts = await fillProduct(url, sql, passwordHash, { ...extent, log });
        await houseKept(url, sql, log);
      }),
    );
    if (facts === undefined) throw new Error('nothing was filled');
    return withSetting(extent, server, facts, log);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * Lets the api do what its jobs find in a new database (old calls to judge, vouchers to expire), so that they do not do
 * it in each copy while it is measured.
 */
async function houseKept(url: string, sql: MoveSql, log: (line: string) => void): Promise<void> {
  const api = await startApi(url);
  try {
    await jobsDone(sql, log);
  } finally {
    await api.stop();
  }
}

function withSetting(extent: Extent, server: BenchServer, facts: ProductFacts, log: (line: string) => void): Setting {
  const measured = (url: string, serving: Serving | undefined, work: () => Promise<Load>) =>
    meter({ url, postmaster: server.pid, server: serving?.pid }, work);

  return {
    extent,
    server,
    facts,
    log,
    async script(
      on,
      {
        prepare,
        snapshot = false,
        followed = false,
        check,
        seconds = extent.seconds,
        prepared = extent.ready,
        variables = {},
        connections = CONNECTIONS,
        ...options
      },
    ) {
      const url = await server.fresh(on);
      if (prepare !== undefined) await statement(url, prepare);
      const each = { url, variables, connections, ...options };
      const warm = await loadPgbench({ ...each, from: -1, seconds: 1 });
      const release = snapshot ? await holdSnapshot(url) : undefined;
      // Clients count by themselves, some faster than others: each begins beyond what any can have reached.
      const from = Math.ceil((warm.done / connections) * 2) + 100;
      const api = followed ? await startApi(url) : undefined;
      const load = async () => {
        const began = performance.now();
        const done = await loadPgbench({ ...each, from, seconds });
        if (api === undefined) return done;
        await allRead(url);
        return { ...done, perSecond: (done.done * 1000) / (performance.now() - began) };
      };
      let sample: Sample;
      try {
        if (api !== undefined) await restAfterStart(url, log);
        sample = await measured(url, api, load);
      } finally {
        await api?.stop();
      }
      if (variables['base'] !== undefined && from * connections + sample.done * MARGIN > prepared)
        throw new Error(`${sample.done} calls in ${seconds} s are more than were prepared: choose fewer --seconds`);
      await release?.();
      if (check !== undefined) await mustBeEmpty(url, check);
      return sample;
    },
    async requests(requests, { once = false, connections = CONNECTIONS, check } = {}) {
      const url = await server.fresh('bench_product');
      const serving = await startApi(url);
      try {
        const options = { origin: serving.origin, requests, connections, once };
        let passed = 0;
        // By calls and not by time alone: on a busy machine a few seconds leave most of the code uncompiled.
        for (let answered = 0, turn = 0; answered < WARM_CALLS && turn < MOST_WARM_UPS; turn++) {
          const warm = await loadHttp({ ...options, passed, seconds: extent.warmUp });
          answered += warm.done;
          if (once) passed += warm.done + 2 * connections;
        }
        const sample = await measured(url, serving, () => loadHttp({ ...options, passed, seconds: extent.seconds }));
        if (sample.failed > sample.done / 100) throw new Error(`${sample.failed} of ${sample.done} calls were refused`);
        if (check !== undefined) await mustBeEmpty(url, check);
        return sample;
      } finally {
        await serving.stop();
      }
    },
    stop: () => server.stop(),
  };
}

/** Runs a statement in a database, and answers its rows. */
async function statement<T>(url: string, text: string): Promise<T[]> {
  const { sql, close } = openDatabase(url, { max: 1, statementTimeout: 600_000 });
  try {
    return [...(await sql.unsafe<(T & Record<string, unknown>)[]>(text))];
  } finally {
    await close();
  }
}

/** A transaction that reads and stays open, as a long report does. Answers what ends it. */
async function holdSnapshot(url: string): Promise<() => Promise<void>> {
  const { sql, close } = openDatabase(url, { max: 1, statementTimeout: 600_000 });
  const open = await sql.reserve();
  await open`set idle_in_transaction_session_timeout = 0`;
  await open`begin isolation level repeatable read`;
  await open`select count(*) from pg_class`;
  return async () => {
    await open`rollback`;
    open.release();
    await close();
  };
}

async function mustBeEmpty(url: string, query: string): Promise<void> {
  const problems = await statement<{ problem: string }>(url, query);
  if (problems.length > 0) throw new Error(problems.map(({ problem }) => problem).join('; '));
}
