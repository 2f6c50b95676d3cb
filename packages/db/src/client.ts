import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres, { type PendingQuery, type Row, type Sql } from 'postgres';

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
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Connections at most. */
  max: number;
  /** ms after which the server gives up on a statement. */
  statementTimeout: number;
}

/**
 * Seconds before a connection that failed is tried again. The driver's own pause grows to 20 s, and it is not cut short
 * when the server is back: after an outage every caller would run into its deadline for that long.
 */
const backoff = (failures: number): number => Math.min(0.05 * 2 ** failures, 1) * (0.5 + Math.random() / 2);

/**
 * Opens a pool. The server itself ends statements, waits for locks and idle transactions that take too long, so a
 * caller that went away never holds a lock for long.
 */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const sql: MoveSql = postgres(url, {
    max: options.max,
    connect_timeout: 5,
    idle_timeout: 300,
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
    connection: {
      application_name: 'inaam',
      statement_timeout: options.statementTimeout,
      lock_timeout: Math.ceil(options.statementTimeout / 2),
      idle_in_transaction_session_timeout: options.statementTimeout * 2,
    },
  });
  return { db: drizzle(sql), sql, close: () => sql.end({ timeout: 5 }) };
}
