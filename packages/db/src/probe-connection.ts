import postgres from 'postgres';

/** A connection of its own on which a server is asked again and again how it is. */
export type ProbeConnection = ReturnType<typeof openProbe>;

/** ms after which whoever asks on one tries another connection. */
export const PROBE_TIMEOUT_MS = 1_500;

/** @param name how the server lists it */
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
 * Asks one statement, which the server gives up on by itself: `lock` ms after it began to wait for a lock, or `all` ms
 * after it began. A connection that is left while its statement waits for a lock would keep its process there for as
 * long: the server notices who has gone only when it has something to say. By the statement and not by the connection,
 * since a pooler refuses or shares what that asks for; the statements of one text are one transaction, with which the
 * limits end.
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

/** Whether a statement was given up as {@link queryWithTimeout} says: query_canceled, lock_not_available. */
export const isProbeTimeout = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && (error.code === '57014' || error.code === '55P03');

const UNDEFINED = new Set(['42P01', '3F000']); // undefined_table, invalid_schema_name

/** Whether a probe failed because nobody has migrated the database yet. */
export const isSchemaMissing = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && UNDEFINED.has(error.code);
