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
  /** Is told when there is an answer again after there was none, not even a refusal: the network was silent. */
  onHeard?: () => void;
}

/** What a look saw: also that nothing was heard. */
type Seen = Unfit | 'silent' | undefined;

/** ms after which a database without an answer counts as away. */
const PATIENCE = 1_500;

const UNDEFINED = new Set(['42P01', '3F000']); // undefined_table, invalid_schema_name

/**
 * Looks at a database again and again on a connection of its own, so that a pool that is full is not taken for a
 * database that is away, and whoever asks has the answer from memory.
 */
export function watchDatabase(url: string, { schema, every = 1_000, onChange, onHeard }: ProbeOptions): Probe {
  let unfit: Unfit | undefined = 'database away';
  let ended = false;
  let isSilent = false;
  const connections = new Set<Connection>();
  let present = connected();
  let next: NodeJS.Timeout | undefined;

  function connected(): Connection {
    const made = open(url);
    connections.add(made);
    return made;
  }

  async function leave(connection: Connection): Promise<void> {
    connections.delete(connection);
    await connection.end({ timeout: 0 }).catch(() => {});
  }

  function settle(verdict: Unfit | undefined): void {
    if (verdict !== unfit) onChange?.(verdict);
    unfit = verdict;
  }

  async function round(): Promise<void> {
    const seen = await look(present, schema);
    if (ended) return;
    if (seen === 'silent') {
      isSilent = true;
      settle('database away');
      void leave(present);
      knock();
    } else {
      follow(seen);
    }
  }

  /** Goes on from what a look of the present connection has seen. */
  function follow(seen: Unfit | undefined): void {
    // After a refusal another server may be the one that answers, or writes, by now: the address is asked again.
    if (seen === 'database away' || seen === 'database read-only') {
      void leave(present);
      present = connected();
    } else if (isSilent) {
      isSilent = false;
      onHeard?.();
    }
    settle(seen);
    next = setTimeout(() => void round(), seen === undefined ? every : every / 4);
  }

  /**
   * A connection that gave no answer may never give one. One after the other is tried without waiting for those before,
   * so that the first which is heard is heard at once.
   */
  function knock(): void {
    void tryAnother();
    next = setTimeout(knock, every / 4);
  }

  async function tryAnother(): Promise<void> {
    const another = connected();
    const seen = await look(another, schema);
    // Another one was first, or this one has been left.
    if (ended || !connections.has(another) || seen === 'silent') return leave(another);
    clearTimeout(next);
    for (const other of connections) if (other !== another) void leave(other);
    present = another;
    follow(seen);
  }

  return {
    verdict: () => unfit,
    looked: round(),
    async stop() {
      ended = true;
      clearTimeout(next);
      await Promise.all([...connections].map(leave));
    },
  };
}

async function look(sql: Connection, schema: SchemaVersion): Promise<Seen> {
  const looking = sql<{ is_read_only: boolean; migration: string | null; functions: number | null }[]>`
    select current_setting('transaction_read_only') = 'on' as is_read_only,
      (select max(created_at) from drizzle.__drizzle_migrations) as migration,
      (select max(version) from drizzle.schema_functions) as functions`;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'silent'>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, 'silent');
  });
  try {
    const rows = await Promise.race([looking, late]);
    if (rows === 'silent') {
      looking.catch(() => {});
      return rows;
    }
    const [row] = rows;
    if (row?.is_read_only) return 'database read-only';
    const isThere = Number(row?.migration) >= schema.migration && (row?.functions ?? 0) >= schema.functions;
    return isThere ? undefined : 'schema missing';
  } catch (error) {
    return error instanceof postgres.PostgresError && UNDEFINED.has(error.code) ? 'schema missing' : 'database away';
  } finally {
    clearTimeout(timer);
  }
}

type Connection = ReturnType<typeof open>;

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
