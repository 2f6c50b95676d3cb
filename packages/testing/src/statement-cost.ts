import { connect, createServer, type Socket } from 'node:net';
import { openDatabase } from '@inaam/db/client';
import { startEmbedded } from '@inaam/db/embedded';
import { migrate } from '@inaam/db/migrate';
import { createTemporaryFolder } from './temporary-folders.ts';

/** The cost of work on the database, in counts that are the same on a busy machine. */
export interface StatementCost {
  /** How often the caller waited for the server: PostgreSQL protocol messages that ask for an answer. */
  roundTrips: number;
  /** Executed statements, including those in functions and triggers. */
  statements: number;
  /** Bytes of the write-ahead log. */
  wal: number;
  /** Pages that were read, cached or not. */
  buffers: number;
}

export interface CountingServer {
  /** URL of the server's migrated, empty database. Traffic through this URL is counted. */
  url: string;
  /** URL of the same database, without counting. */
  plainUrl: string;
  /** Counts the cost of `work`. Nothing else may use the server meanwhile. */
  measureCost(work: () => Promise<unknown>): Promise<StatementCost>;
  /** The statements of the last measured work and how often each ran, to explain a count. */
  statements(): Promise<{ query: string; calls: number; wal: number; buffers: number }[]>;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL without background work (no vacuum; no checkpoint, and so no full-page writes), with a counter in
 * front of it.
 */
export async function startCountingServer(): Promise<CountingServer> {
  const dataDir = createTemporaryFolder('costs');
  const settings = {
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track': 'all',
    autovacuum: 'off',
    max_wal_size: '8GB',
    checkpoint_timeout: '1h',
    shared_buffers: '256MB',
  };
  const server = await startEmbedded({ dataDir, durable: false, settings });
  const to = new URL(server.url);
  const counter = await startCounter(Number(to.port));
  // Connects as superuser, because other roles cannot read the statistics of each other's statements.
  const watchUrl = new URL(server.url);
  watchUrl.username = 'postgres';
  watchUrl.pathname = '/postgres';
  const watch = openDatabase(watchUrl.href, { max: 1, statementTimeout: 60_000 });
  try {
    await migrate(server.url);
    await watch.sql`create extension pg_stat_statements`;
  } catch (error) {
    await Promise.all([watch.close(), counter.stop()]);
    await server.stop();
    throw error;
  }
  const countedUrl = new URL(server.url);
  countedUrl.port = String(counter.port);
  const readWalPosition = async () => {
    const [row] = await watch.sql<{ at: number }[]>`
      select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as at`;
    return row?.at ?? 0;
  };
  return {
    url: countedUrl.href,
    plainUrl: server.url,
    async measureCost(work) {
      await watch.sql`select pg_stat_statements_reset()`;
      const [before, from] = [counter.roundTrips(), await readWalPosition()];
      await work();
      const wal = (await readWalPosition()) - from;
      const [row] = await watch.sql<{ statements: number; buffers: number }[]>`
        select coalesce(sum(calls), 0)::int as statements,
          coalesce(sum(shared_blks_hit + shared_blks_read) filter (where toplevel), 0)::int as buffers
        from pg_stat_statements where dbid <> (select oid from pg_database where datname = current_database())`;
      const { statements = 0, buffers = 0 } = row ?? {};
      return { roundTrips: counter.roundTrips() - before, statements, wal, buffers };
    },
    statements: async () => [
      ...(await watch.sql<{ query: string; calls: number; wal: number; buffers: number }[]>`
        select query, calls::int, wal_bytes::int as wal, (shared_blks_hit + shared_blks_read)::int as buffers
        from pg_stat_statements where dbid <> (select oid from pg_database where datname = current_database())
        order by buffers desc`),
    ],
    async stop() {
      await watch.close();
      await counter.stop();
      await server.stop();
    },
  };
}

/** Takes the minimum of each value, which removes background effects of some calls. */
export function minCost(costs: readonly StatementCost[]): StatementCost {
  const least = (name: keyof StatementCost) => Math.min(...costs.map((cost) => cost[name]));
  return {
    roundTrips: least('roundTrips'),
    statements: least('statements'),
    wal: least('wal'),
    buffers: least('buffers'),
  };
}

/** Proxies a client's connection and counts its messages that ask for an answer. */
async function startCounter(serverPort: number) {
  let roundTrips = 0;
  const open = new Set<Socket>();
  const relay = createServer((client) => {
    const server = connect(serverPort, '127.0.0.1');
    const count = createMessageReader((type) => {
      if (ANSWERED_TYPES.has(type)) roundTrips++;
    });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(from);
      from.setNoDelay(true);
      from.on('data', (chunk: Buffer) => {
        if (from === client) count(chunk);
        to.write(chunk);
      });
      from.once('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.once('error', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const address = relay.address();
  if (address === null || typeof address === 'string') throw new Error('the counter has no port');
  return {
    port: address.port,
    roundTrips: () => roundTrips,
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => relay.close(() => resolve()));
    },
  };
}

/** Types of messages that ask for an answer: Query, Sync and Flush (PostgreSQL's manual, 'Message Formats'). */
const ANSWERED_TYPES: ReadonlySet<string> = new Set(['Q', 'S', 'H']);

/** Splits a client's stream into messages. All but the first message have a letter for the type before the length. */
function createMessageReader(onMessage: (type: string) => void): (chunk: Buffer) => void {
  let unread = Buffer.alloc(0);
  let isFirst = true;
  return (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    for (;;) {
      const head = isFirst ? 0 : 1;
      if (unread.length < head + 4) return;
      const end = head + unread.readUInt32BE(head);
      if (unread.length < end) return;
      if (!isFirst) onMessage(String.fromCharCode(unread[0] ?? 0));
      isFirst = false;
      unread = unread.subarray(end);
    }
  };
}
