import postgres from 'postgres';

/** A dedicated connection that probes a server. */
export type ProbeConnection = ReturnType<typeof openProbe>;

/** ms after which a prober tries another connection. */
export const PROBE_TIMEOUT_MS = 1_500;

/** @param name the application name at the server */
export const openProbe = (url: string, name: string) =>
  postgres(url, {
    max: 1,
    prepare: false,
    fetch_types: false,
    connect_timeout: 2,
    max_lifetime: 300,
    onnotice: () => {},
    connection: { application_name: name },
  });

/**
 * Runs one statement that the server cancels: `lock` ms after it starts to wait for a lock, or `all` ms after it
 * started. The server notices a closed connection only when it writes to it, so an abandoned statement would keep its
 * process.
 * Limits are part of the statement, not the connection, since poolers reject or share connection settings. Statements
 * of one text are one transaction, which ends the limits.
 * @param text without parameters
 */
export async function queryWithTimeout<T>(
  sql: ProbeConnection,
  { lock, all }: { lock: number; all: number },
  text: string,
): Promise<T | undefined> {
  const limits = `set local statement_timeout = ${all}; set local lock_timeout = ${lock}`;
  const answers = (await sql.unsafe(`${limits}; ${text}`).simple()) as unknown as T[][];
  return answers.at(-1)?.[0];
}

/** Whether {@link queryWithTimeout} ended by a limit: query_canceled, lock_not_available. */
export const isProbeTimeout = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && (error.code === '57014' || error.code === '55P03');

const UNDEFINED = new Set(['42P01', '3F000']); // undefined_table, invalid_schema_name

/** Whether a probe failed because the database is not migrated. */
export const isSchemaMissing = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && UNDEFINED.has(error.code);
