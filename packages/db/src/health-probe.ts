import type { SchemaVersion } from './migrate.ts';
import {
  isProbeTimeout,
  isSchemaMissing,
  openProbe,
  PROBE_TIMEOUT_MS,
  type ProbeConnection,
  queryWithTimeout,
} from './probe-connection.ts';

/** Why a database cannot be worked with. */
export type UnhealthyReason = 'database away' | 'database read-only' | 'schema missing';

export interface Probe {
  /** What is wrong by the last look; undefined where nothing is. */
  verdict(): UnhealthyReason | undefined;
  /** After the first look. */
  looked: Promise<void>;
  stop(): Promise<void>;
}

export interface ProbeOptions {
  /** Of this process: the database must be at it, or beyond. */
  schema: SchemaVersion;
  /** ms between two looks; while something is wrong four times as often, so that its end is seen soon. */
  every?: number;
  /** ms after which other connections are tried. */
  patience?: number;
  /** ms without any answer after which the database counts as away. */
  awayAfter?: number;
  /** Is told of each change. */
  onChange?: (verdict: UnhealthyReason | undefined) => void;
  /** Is told when there is an answer again after there was none, not even a refusal: the network was silent. */
  onHeard?: () => void;
}

/**
 * ms without any answer after which a database counts as away. A slow one, or a process that waits for its processor,
 * is none: calls have 8 s, and would be refused by the proxy in between.
 */
const UNREACHABLE_AFTER_MS = 4_000;

/**
 * Looks at a database again and again on a connection of its own, so that a pool that is full is not taken for a
 * database that is away, and whoever asks has the answer from memory.
 */
export function watchDatabase(
  url: string,
  {
    schema,
    every = 1_000,
    patience = PROBE_TIMEOUT_MS,
    awayAfter = UNREACHABLE_AFTER_MS,
    onChange,
    onHeard,
  }: ProbeOptions,
): Probe {
  // A slow answer counts as one; who waits for a lock is left to another.
  const limits = { lock: patience, all: Math.max(patience, awayAfter) };
  let unfit: UnhealthyReason | undefined = 'database away';
  let ended = false;
  let isSilent = false;
  const connections = new Set<ProbeConnection>();
  let present = connected();
  let next: NodeJS.Timeout | undefined;
  let away: NodeJS.Timeout | undefined;

  function connected(): ProbeConnection {
    const made = openProbe(url, 'inaam-probe');
    connections.add(made);
    return made;
  }

  async function leave(connection: ProbeConnection): Promise<void> {
    connections.delete(connection);
    await connection.end({ timeout: 0 }).catch(() => {});
  }

  function settle(verdict: UnhealthyReason | undefined): void {
    if (verdict !== unfit) onChange?.(verdict);
    unfit = verdict;
  }

  async function round(): Promise<void> {
    const asked = present;
    const looking = checkHealth(asked, schema, limits);
    const seen = await inTime(looking, patience);
    if (ended) return;
    if (seen !== 'silent') return follow(seen);
    isSilent = true;
    away = setTimeout(settle, awayAfter - patience, 'database away');
    void looking.then((late) => {
      // It was late, and not lost: the connections of the pool are as good as this one.
      if (late !== 'database away' && connections.has(asked)) isSilent = false;
      // Given up by the server: that says nothing of the database.
      if (late !== 'silent') hear(asked, late);
    });
    knock();
  }

  /** Goes on from what a look of the present connection has seen. */
  function follow(seen: UnhealthyReason | undefined): void {
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
    const seen = await inTime(checkHealth(another, schema, limits), patience);
    if (seen === 'silent') await leave(another);
    else hear(another, seen);
  }

  /** The first connection on which something is heard stays, unless it has been left. */
  function hear(connection: ProbeConnection, seen: UnhealthyReason | undefined): void {
    if (ended || !connections.has(connection)) return;
    clearTimeout(next);
    clearTimeout(away);
    for (const other of connections) if (other !== connection) void leave(other);
    present = connection;
    follow(seen);
  }

  return {
    verdict: () => unfit,
    looked: round(),
    async stop() {
      ended = true;
      clearTimeout(next);
      clearTimeout(away);
      await Promise.all([...connections].map(leave));
    },
  };
}

async function checkHealth(
  sql: ProbeConnection,
  schema: SchemaVersion,
  limits: { lock: number; all: number },
): Promise<UnhealthyReason | 'silent' | undefined> {
  try {
    const row = await queryWithTimeout<{ is_read_only: boolean; migration: string | null; functions: number | null }>(
      sql,
      limits,
      `select current_setting('transaction_read_only') = 'on' as is_read_only,
        (select max(created_at) from drizzle.__drizzle_migrations) as migration,
        (select max(version) from drizzle.schema_functions) as functions`,
    );
    if (row?.is_read_only) return 'database read-only';
    const isThere = Number(row?.migration) >= schema.migration && (row?.functions ?? 0) >= schema.functions;
    return isThere ? undefined : 'schema missing';
  } catch (error) {
    if (isProbeTimeout(error)) return 'silent';
    return isSchemaMissing(error) ? 'schema missing' : 'database away';
  }
}

/** What a look sees, or that nothing was heard in time. */
async function inTime(
  looking: Promise<UnhealthyReason | 'silent' | undefined>,
  patience: number,
): Promise<UnhealthyReason | 'silent' | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'silent'>((resolve) => {
    timer = setTimeout(resolve, patience, 'silent');
  });
  return Promise.race([looking, late]).finally(() => clearTimeout(timer));
}
