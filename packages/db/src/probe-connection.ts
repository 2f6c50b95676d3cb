import postgres from 'postgres';

/** A connection of its own on which a server is asked again and again how it is. */
export type ProbeConnection = ReturnType<typeof openProbe>;

/** ms after which whoever asks on one tries another connection. */
export const PROBE_PATIENCE = 1_500;

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

const UNDEFINED = new Set(['42P01', '3F000']); // undefined_table, invalid_schema_name

/** Whether a probe failed because nobody has migrated the database yet. */
export const isSchemaMissing = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && UNDEFINED.has(error.code);
