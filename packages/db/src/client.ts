import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres, { type PendingQuery, type Row, type Sql } from 'postgres';
import { type ObserveStatements, traceSql } from './trace-sql.ts';

/** postgres.js that reads bigint as a number: ids, paise and counts stay below 2^53. */
export type SqlClient = Sql<{ bigint: number }>;

/** A value in a statement, or an SQL fragment in place of the value. */
export type SqlPart<Value> = PendingQuery<Row[]> | Value;

/** The query builder over the pool, for reads. Writes take a {@link Tx}. */
export type Db = PostgresJsDatabase;

/** An open transaction: the first argument of each function that runs more than one writing statement. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/**
 * Returns the connection of an open transaction. Drizzle's objects contain the connection, but Drizzle's types do not.
 */
export const getClient = (tx: Tx): SqlClient => (tx as unknown as { session: { client: SqlClient } }).session.client;

export interface Database {
  db: Db;
  /** For SQL functions and frequent reads: one prepared statement each. */
  sql: SqlClient;
  /**
   * Replaces all connections. After a network outage, old connections may never answer, and each would cost a caller a
   * timeout. Queries under way get a short grace period, then fail.
   */
  renew(): void;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Maximum connections. */
  max: number;
  /** Server-side statement timeout in ms. */
  statementTimeout: number;
  /**
   * False behind a pooler in transaction mode. Statements are then not prepared, since the next statement may reach
   * another connection of the server. Connections send no settings, since poolers reject or share them. The database
   * role has these settings instead (see `setRoleLimits`).
   */
  prepare?: boolean;
  /** Called for each statement, for traces. */
  watchStatements?: ObserveStatements | undefined;
  /** Application name in PostgreSQL's log and `pg_stat_activity`. */
  name?: string;
}

/** Server-side timeouts in ms for statements that take at most `statementTimeout`. */
export const getSessionLimits = (statementTimeout: number) => ({
  statement_timeout: statementTimeout,
  lock_timeout: Math.ceil(statementTimeout / 2),
  idle_in_transaction_session_timeout: statementTimeout * 2,
});

/**
 * Seconds before a failed connection is retried. The driver's own pause grows to 20 s even when the server is back, so
 * every caller would time out.
 */
const backoff = (failures: number): number => Math.min(0.05 * 2 ** failures, 1) * (0.5 + Math.random() / 2);

/** ms beyond the statement timeout after which a connection without an answer is closed. */
const UNRESPONSIVE_AFTER_MS = 1_500;

/** Seconds in which queries under way may finish when connections are replaced. Idle connections close at once. */
const CLOSE_GRACE_SECONDS = 0.3;

/** Maximum age of a connection in seconds, so that connections to a replaced server, IP address or pooler end. */
const lifetime = () => 60 * (20 + Math.random() * 20);

/**
 * Opens a pool. The server limits statements, lock waits and idle transactions, so an abandoned transaction holds no
 * lock for long. A connection that gets no answer is closed.
 * @param url may name several servers: `postgres://role@one:5432,two:5432/name`. The pool uses the writable one, unless
 *   the URL sets `target_session_attrs`.
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
    // Idle seconds before the first TCP keep-alive probe. Node then probes every second, ten times.
    keep_alive: 10,
    // In transaction mode PgBouncer gives the connection to another client after each answer, even if the next
    // statement is half sent. Both clients then read each other's results
    // (https://github.com/pgbouncer/pgbouncer/issues/759).
    ...(!prepare && { max_pipeline: 0 }),
    // ms after which a connection without an answer is closed. infra/patches/postgres@3.4.9.patch adds this option.
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
  const open = (): SqlClient => {
    const client: SqlClient = postgres(url, options);
    // Drizzle configures date parsing on each pool.
    drizzle(client);
    return watchStatements ? traceSql(client, watchStatements) : client;
  };
  let pool = open();
  const closing = new Set<Promise<void>>();
  /** Forwards to the current pool, so that holders of this reference, such as prepared queries, follow a renewal. */
  const sql = new Proxy(pool, {
    apply: (_first, _self, values) => Reflect.apply(pool, undefined, values),
    get: (_first, property): unknown => Reflect.get(pool, property),
  });
  return {
    db: drizzle(sql),
    sql,
    renew() {
      const oldPool = pool;
      pool = open();
      // Callers of the old pool get its results or errors.
      const oldPoolEnd = oldPool
        .end({ timeout: CLOSE_GRACE_SECONDS })
        .catch(() => {})
        .finally(() => closing.delete(oldPoolEnd));
      closing.add(oldPoolEnd);
    },
    async close() {
      await Promise.all([pool.end({ timeout: 5 }), ...closing]);
    },
  };
}

const countHosts = (url: string): number => /^[a-z]+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(url)?.[1]?.split(',').length ?? 1;
