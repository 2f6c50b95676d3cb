import postgres from 'postgres';
import type { SchemaVersion } from './migrate.ts';

/** Why a database cannot be worked with. */
export type Unfit = 'database away' | 'database read-only' | 'schema missing';

export interface Probe {
  /** What is wrong by the last look; undefined where nothing is. */
  verdict(): Unfit | undefined;
  /** After the first look. */
  looked: Promise<void>;
  stop(): Promise<void>;
}

export interface ProbeOptions {
  /** Of this process: the database must be at it, or beyond. */
  schema: SchemaVersion;
  /** ms between two looks; while something is wrong four times as often, so that its end is seen soon. */
  every?: number;
  /** Is told of each change. */
  onChange?: (verdict: Unfit | undefined) => void;
}

/** ms after which a database without an answer counts as away. */
const PATIENCE = 1_500;

const UNDEFINED = new Set(['42P01', '3F000']); // undefined_table, invalid_schema_name

/**
 * Looks at a database again and again on a connection of its own, so that a pool that is full is not taken for a
 * database that is away, and whoever asks has the answer from memory.
 */
export function watchDatabase(url: string, { schema, every = 1_000, onChange }: ProbeOptions): Probe {
  let unfit: Unfit | undefined = 'database away';
  let ended = false;
  let sql = open(url);

  async function look(): Promise<Unfit | undefined> {
    const looking = sql<{ is_read_only: boolean; migration: string | null; functions: number | null }[]>`
      select current_setting('transaction_read_only') = 'on' as is_read_only,
        (select max(created_at) from drizzle.__drizzle_migrations) as migration,
        (select max(version) from drizzle.schema_functions) as functions`;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer')), PATIENCE);
    });
    try {
      const [row] = await Promise.race([looking, late]);
      if (row?.is_read_only) {
        // Another server may be the one that writes by now: the address is asked again.
        renew();
        return 'database read-only';
      }
      const isThere = Number(row?.migration) >= schema.migration && (row?.functions ?? 0) >= schema.functions;
      return isThere ? undefined : 'schema missing';
    } catch (error) {
      if (error instanceof postgres.PostgresError && UNDEFINED.has(error.code)) return 'schema missing';
      looking.catch(() => {});
      renew();
      return 'database away';
    } finally {
      clearTimeout(timer);
    }
  }

  /** A connection that gave no answer may never give one. */
  function renew(): void {
    void sql.end({ timeout: 0 }).catch(() => {});
    sql = open(url);
  }

  let next: NodeJS.Timeout | undefined;
  async function round(): Promise<void> {
    const before = unfit;
    unfit = await look();
    if (ended) return;
    if (unfit !== before) onChange?.(unfit);
    next = setTimeout(() => void round(), unfit === undefined ? every : every / 4);
  }

  return {
    verdict: () => unfit,
    looked: round(),
    async stop() {
      ended = true;
      clearTimeout(next);
      await sql.end({ timeout: 0 });
    },
  };
}

const open = (url: string) =>
  postgres(url, {
    max: 1,
    prepare: false,
    fetch_types: false,
    connect_timeout: 2,
    max_lifetime: 300,
    onnotice: () => {},
    connection: { application_name: 'inaam-probe' },
  });
