import type { SchemaVersion } from './migrate.ts';
import {
  isProbeTimeout,
  isSchemaMissing,
  openProbe,
  PROBE_TIMEOUT_MS,
  type ProbeConnection,
  queryWithTimeout,
} from './probe-connection.ts';

/** Why a database cannot be used. */
export type UnhealthyReason = 'database away' | 'database read-only' | 'schema missing';

export interface Probe {
  /** The last probe's problem; undefined if the database is healthy. 'database away' before the first result. */
  verdict(): UnhealthyReason | undefined;
  /** Resolves after the first probe. */
  firstResult: Promise<void>;
  stop(): Promise<void>;
}

export interface ProbeOptions {
  /** The database must have at least this schema. */
  schema: SchemaVersion;
  /** ms between probes. While the database is unhealthy, probes run four times as often, to notice recovery early. */
  every?: number;
  /** ms without an answer after which the probe tries other connections. */
  patience?: number;
  /** ms without an answer after which the database counts as away. */
  awayAfter?: number;
  /** Called on each change of the verdict. */
  onChange?: (verdict: UnhealthyReason | undefined) => void;
  /** Called on the first answer after a network outage, during which the server did not even refuse connections. */
  onReconnected?: () => void;
}

/**
 * ms without an answer after which a database counts as away. A shorter silence means a slow database or a busy
 * process. Requests may take up to 8 s, so a short silence must not make the proxy reject them.
 */
const UNREACHABLE_AFTER_MS = 4_000;

/**
 * Probes a database regularly on a connection of its own, so that a full pool does not look like an outage. Callers
 * read the last result from memory.
 */
export function watchDatabase(
  url: string,
  {
    schema,
    every = 1_000,
    patience = PROBE_TIMEOUT_MS,
    awayAfter = UNREACHABLE_AFTER_MS,
    onChange,
    onReconnected,
  }: ProbeOptions,
): Probe {
  // A slow answer still counts. A probe that waits for a lock ends after `patience`, and other connections are tried.
  const limits = { lock: patience, all: Math.max(patience, awayAfter) };
  let problem: UnhealthyReason | undefined = 'database away';
  let ended = false;
  let isSilent = false;
  const connections = new Set<ProbeConnection>();
  let current = connect();
  let next: NodeJS.Timeout | undefined;
  let away: NodeJS.Timeout | undefined;

  function connect(): ProbeConnection {
    const probe = openProbe(url, 'inaam-probe');
    connections.add(probe);
    return probe;
  }

  async function dropConnection(connection: ProbeConnection): Promise<void> {
    connections.delete(connection);
    await connection.end({ timeout: 0 }).catch(() => {});
  }

  function settle(verdict: UnhealthyReason | undefined): void {
    if (verdict !== problem) onChange?.(verdict);
    problem = verdict;
  }

  async function runProbe(): Promise<void> {
    const probed = current;
    const check = checkHealth(probed, schema, limits);
    const result = await withTimeout(check, patience);
    if (ended) return;
    if (result !== 'silent') return applyResult(result);
    isSilent = true;
    away = setTimeout(settle, awayAfter - patience, 'database away');
    void check.then((late) => {
      // The connection was slow, not lost. So the connections of the caller's pool still work, too, and
      // `onReconnected` must not be called.
      if (late !== 'database away' && connections.has(probed)) isSilent = false;
      // 'silent': the server cancelled the statement, and that says nothing about the database.
      if (late !== 'silent') acceptAnswer(probed, late);
    });
    tryOthers();
  }

  /** Applies the result of the current connection's probe. */
  function applyResult(result: UnhealthyReason | undefined): void {
    // By now another server may answer or accept writes. A new connection resolves the host name again.
    if (result === 'database away' || result === 'database read-only') {
      void dropConnection(current);
      current = connect();
    } else if (isSilent) {
      isSilent = false;
      onReconnected?.();
    }
    settle(result);
    next = setTimeout(() => void runProbe(), result === undefined ? every : every / 4);
  }

  /**
   * Opens further connections, because the current one may never answer. Does not wait for one connection before it
   * tries the next, so that the first answer counts at once.
   */
  function tryOthers(): void {
    void tryAnother();
    next = setTimeout(tryOthers, every / 4);
  }

  async function tryAnother(): Promise<void> {
    const another = connect();
    // After an outage every new connection may be slow, so a late answer counts here, too.
    const result = await withTimeout(checkHealth(another, schema, limits), limits.all);
    if (result === 'silent') await dropConnection(another);
    else acceptAnswer(another, result);
  }

  /** Keeps the first connection that answers, unless it was dropped before. */
  function acceptAnswer(connection: ProbeConnection, result: UnhealthyReason | undefined): void {
    if (ended || !connections.has(connection)) return;
    clearTimeout(next);
    clearTimeout(away);
    for (const other of connections) if (other !== connection) void dropConnection(other);
    current = connection;
    applyResult(result);
  }

  return {
    verdict: () => problem,
    firstResult: runProbe(),
    async stop() {
      ended = true;
      clearTimeout(next);
      clearTimeout(away);
      await Promise.all([...connections].map(dropConnection));
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

/** The result of a check, or 'silent' after `limit` ms. */
async function withTimeout(
  check: Promise<UnhealthyReason | 'silent' | undefined>,
  limit: number,
): Promise<UnhealthyReason | 'silent' | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'silent'>((resolve) => {
    timer = setTimeout(resolve, limit, 'silent');
  });
  return Promise.race([check, late]).finally(() => clearTimeout(timer));
}
