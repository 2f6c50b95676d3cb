import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres, { type PendingQuery, type Row, type Sql } from 'postgres';
import { type ObserveStatements, traceSql } from './trace-sql.ts';

/** postgres.js with bigint read as a number: ids, paise and counts all stay below 2^53. */
export type MoveSql = Sql<{ bigint: number }>;

/** A part of a statement, or a value that stands in its place. */
export type SqlPart<Value> = PendingQuery<Row[]> | Value;

/** The query builder over the pool. Reads may use it; writes take a {@link Tx}. */
export type Db = PostgresJsDatabase;

/** An open transaction. Required first argument of everything that writes more than one statement. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export interface Database {
  db: Db;
  /** For calls of SQL functions (moves) and frequent reads: one statement each, prepared by the driver. */
  sql: MoveSql;
  /**
   * Leaves all connections for new ones: after a silence of the network those from before may stay deaf, and each would
   * be found out by a call that waits in vain. What is under way on them has a moment to end, and is lost then.
   */
  renew(): void;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Connections at most. */
  max: number;
  /** ms after which the server gives up on a statement. */
  statementTimeout: number;
  /**
   * False behind a pooler in transaction mode: statements are not prepared, since the next one may come to another
   * connection, and a connection asks for no settings of its own, since poolers refuse or share them. The role has them
   * (see `setRoleLimits`).
   */
  prepare?: boolean;
  /** Is told of each statement, for traces. */
  watchStatements?: ObserveStatements | undefined;
  /** As PostgreSQL's log and `pg_stat_activity` name the connections. */
  name?: string;
}

/** What the server gives up on, in ms, for statements of at most `statementTimeout`. */
export const getSessionLimits = (statementTimeout: number) => ({
  statement_timeout: statementTimeout,
  lock_timeout: Math.ceil(statementTimeout / 2),
  idle_in_transaction_session_timeout: statementTimeout * 2,
});

/**
 * Seconds before a connection that failed is tried again. The driver's own pause grows to 20 s, and it is not cut short
 * when the server is back: after an outage every caller would run into its deadline for that long.
 */
const backoff = (failures: number): number => Math.min(0.05 * 2 ** failures, 1) * (0.5 + Math.random() / 2);

/** ms beyond a statement's own limit after which a connection without an answer is given up: the network is silent. */
const UNRESPONSIVE_AFTER_MS = 1_500;

/** Seconds that statements under way are waited for when their connections are left: one that is heard ends at once. */
const CLOSE_GRACE_SECONDS = 0.3;

/** Seconds: a server, an address or a pooler that was replaced is left within this time. */
const lifetime = () => 60 * (20 + Math.random() * 20);

/**
 * Opens a pool. The server itself ends statements, waits for locks and idle transactions that take too long, so a
 * caller that went away never holds a lock for long. A connection on which nothing is answered is ended, too.
 * @param url may name several servers, `postgres://role@one:5432,two:5432/name`: the one that may be written to is
 * taken
 */
export function openDatabase(
  url: string,
  { max, statementTimeout, prepare = true, name = 'inaam', watchStatements }: DatabaseOptions,
): Database {
  const options: postgres.Options<{ bigint: postgres.PostgresType<number> }> & {
    query_timeout: number;
    max_pipeline?: number;
  } = {
    max,
    prepare,
    connect_timeout: 5,
    idle_timeout: 300,
    max_lifetime: lifetime(),
    // Seconds of rest before the first probe; Node then probes each second, ten times.
    keep_alive: 10,
    // In transaction mode PgBouncer hands the server to another client once a statement is answered, although the next
    // one is half sent: both then read each other's results (https://github.com/pgbouncer/pgbouncer/issues/759).
    ...(!prepare && { max_pipeline: 0 }),
    // An option of infra/patches/postgres@3.4.9.patch.
    query_timeout: statementTimeout + UNRESPONSIVE_AFTER_MS,
    backoff,
    onnotice: () => {},
    types: {
      bigint: {
        to: 20,
        from: [20],
        parse: (text: string) => Number(text),
        serialize: (value: number) => String(value),
      },
    },
    connection: { application_name: name, ...(prepare && getSessionLimits(statementTimeout)) },
  };
  if (countHosts(url) > 1 && !url.includes('target_session_attrs=')) options.target_session_attrs = 'read-write';
  const open = (): MoveSql => {
    const made: MoveSql = postgres(url, options);
    // The query builder tells each pool how it reads columns of time.
    drizzle(made);
    return watchStatements ? traceSql(made, watchStatements) : made;
  };
  let pool = open();
  const left = new Set<Promise<void>>();
  /** Stands for the present pool, so that whoever was given it once, as a query that was prepared, follows. */
  const sql = new Proxy(pool, {
    apply: (_first, _self, values) => Reflect.apply(pool, undefined, values),
    get: (_first, property): unknown => Reflect.get(pool, property),
  });
  return {
    db: drizzle(sql),
    sql,
    renew() {
      const before = pool;
      pool = open();
      // Whatever becomes of what is left is told to those who had asked there.
      const ended = before
        .end({ timeout: CLOSE_GRACE_SECONDS })
        .catch(() => {})
        .finally(() => left.delete(ended));
      left.add(ended);
    },
    async close() {
      await Promise.all([pool.end({ timeout: 5 }), ...left]);
    },
  };
}

/** How many servers an address names. */
const countHosts = (url: string): number => /^[a-z]+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(url)?.[1]?.split(',').length ?? 1;
