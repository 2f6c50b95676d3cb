import postgres from 'postgres';

/** A dedicated connection that probes a server. */
export type ProbeConnection = ReturnType<typeof openProbe>;

/** A prober tries another connection after this many ms without an answer. */
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
 * Runs one statement with limits: the server cancels it after it has waited `lock` ms for a lock, or after `all` ms.
 * Without limits, an abandoned statement would keep a server process busy, because the server notices a closed
 * connection only when it writes to that connection.
 * The text sent to the server sets the limits before the statement, because poolers reject or share connection
 * settings. All statements of one text are one transaction, and the limits end with that transaction.
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

/** Whether a limit of {@link queryWithTimeout} ended the statement: query_canceled, lock_not_available. */
export const isProbeTimeout = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && (error.code === '57014' || error.code === '55P03');

const UNDEFINED_CODES = new Set(['42P01', '3F000']); // undefined_table, invalid_schema_name

/** Whether a probe failed because the database is not migrated. */
export const isSchemaMissing = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && UNDEFINED_CODES.has(error.code);
