import type postgres from 'postgres';
import { type Database, type DatabaseOptions, openDatabase } from './client.ts';
import type { SchemaVersion } from './migrate.ts';
import { isSchemaMissing, openProbe, PROBE_TIMEOUT_MS, queryWithTimeout } from './probe-connection.ts';

/** Why a standby is not used for reads. */
export type NotReadableReason = 'away' | 'late' | 'no standby' | 'of another cluster' | 'schema missing';

/** A streaming standby with its replication lag. */
export interface Replica extends Pick<Database, 'db' | 'sql'> {
  /** Host and port. */
  name: string;
  /**
   * Why the standby must not be read. Undefined if it may be read: it has all data that was committed `maxLagMs` ago.
   */
  verdict(): NotReadableReason | undefined;
  /**
   * An upper bound of the lag in seconds. It is a lower bound instead until the standby has reached a known position of
   * the primary. Undefined before the primary's first answer.
   */
  lag(): number | undefined;
  /** Reports a failed read: the standby counts as away until the next successful probe. */
  reportFailure(): void;
  /**
   * Calls back once when the standby becomes unreadable, for callers that wait for an answer of the standby.
   * @returns a function that removes the callback
   */
  onLost(callback: () => void): () => void;
  /** Resolves after the first probe. */
  firstResult: Promise<void>;
  close(): Promise<void>;
}

export interface ReplicaOptions extends DatabaseOptions {
  /** The standby must have this schema or a newer one. */
  schema: SchemaVersion;
  maxLagMs: number;
  /** ms between probes. While the standby is unreadable, probes run four times as often. */
  every?: number;
  /** Called on each change of the verdict. */
  onChange?: (verdict: NotReadableReason | undefined) => void;
}

/**
 * How many log positions of the primary are kept. More would only measure the lag of a standby that is too late anyway.
 */
const MAX_POSITIONS = 600;

/** A server's position in its cluster's log. The number is exact up to 2^53 bytes (8 PiB). */
interface WalPosition {
  cluster: string;
  timeline: number;
  at: number;
}

/**
 * Opens a standby and measures its lag: each second, reads the primary's log position and the standby's replay
 * position. The standby has everything that was committed when the primary was at the replayed position.
 * This uses no server clock and works without writes. Two simpler measures would be wrong:
 * `pg_last_xact_replay_timestamp` grows old while the primary is idle. And a standby that lost its primary has replayed
 * all that it received, so comparing its received and replayed positions shows no lag.
 * @param primaryUrl the primary
 * @param url one standby, not a load balancer, because probes and reads could then reach different standbys
 */
export function openReplica(
  primaryUrl: string,
  url: string,
  { schema, maxLagMs, every = 1_000, onChange, ...options }: ReplicaOptions,
): Replica {
  const database = openDatabase(url, options);
  const primary = createProbe(primaryUrl, primaryPosition);
  const standby = createProbe(url, (sql) => standbyPosition(sql, schema));
  /** Newest last. */
  let positions: (WalPosition & { since: number })[] = [];
  /** Why the standby is unreadable, apart from lag, which grows by itself. */
  let obstacle: NotReadableReason | undefined = 'away';
  /** When the primary was at the standby's replayed position. */
  let freshAt: number | undefined;
  let ended = false;
  const lossCallbacks = new Set<() => void>();

  const verdict = (): NotReadableReason | undefined => {
    if (obstacle !== undefined) return obstacle;
    return freshAt !== undefined && performance.now() - freshAt <= maxLagMs ? undefined : 'late';
  };

  async function probe(): Promise<NotReadableReason | undefined> {
    const since = performance.now();
    const [primaryState, standbyState] = await Promise.all([primary.probe(), standby.probe()]);
    if (primaryState !== undefined && primaryState !== 'no standby' && primaryState !== 'schema missing') {
      positions = [...positions.slice(1 - MAX_POSITIONS), { ...primaryState, since }];
    }
    if (standbyState === undefined) return 'away';
    if (standbyState === 'no standby' || standbyState === 'schema missing') return standbyState;
    const newest = positions.at(-1);
    // The primary's position is not known yet.
    if (!newest) return 'away';
    if (newest.cluster !== standbyState.cluster) return 'of another cluster';
    // A standby of an earlier timeline may have data that the new primary does not have, and lacks newer data. So it
    // has reached no known position of the primary.
    const reached =
      standbyState.timeline < newest.timeline ? -1 : positions.findLastIndex(({ at }) => at <= standbyState.at);
    if (reached > 0) positions = positions.slice(reached);
    if (reached >= 0) freshAt = positions[0]?.since;
    return undefined;
  }

  function settle(before: NotReadableReason | undefined): void {
    const now = verdict();
    if (now !== undefined) {
      for (const callback of lossCallbacks) callback();
      lossCallbacks.clear();
    }
    if (now !== before) onChange?.(now);
  }

  let next: NodeJS.Timeout | undefined;
  let lastReported: NotReadableReason | undefined = 'away';
  async function runProbe(): Promise<void> {
    obstacle = await probe();
    if (ended) return;
    settle(lastReported);
    lastReported = verdict();
    next = setTimeout(() => void runProbe(), lastReported === undefined ? every : every / 4);
  }

  return {
    name: new URL(url).host,
    db: database.db,
    sql: database.sql,
    verdict,
    lag() {
      const since = freshAt ?? positions[0]?.since;
      return since === undefined ? undefined : (performance.now() - since) / 1000;
    },
    reportFailure() {
      obstacle = 'away';
      settle(lastReported);
      lastReported = 'away';
    },
    onLost(callback) {
      lossCallbacks.add(callback);
      return () => void lossCallbacks.delete(callback);
    },
    firstResult: runProbe(),
    async close() {
      ended = true;
      clearTimeout(next);
      await Promise.all([primary.stop(), standby.stop(), database.close()]);
    },
  };
}

type ProbeResult = WalPosition | 'no standby' | 'schema missing';

/** Repeats a query on one connection. A timeout or an error, except a missing schema, replaces the connection. */
function createProbe(url: string, ask: (sql: postgres.Sql) => Promise<ProbeResult>) {
  const open = () => openProbe(url, 'inaam-replica-probe');
  let sql = open();
  return {
    /** Undefined: no answer. */
    async probe(): Promise<ProbeResult | undefined> {
      const query = ask(sql);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('no answer')), PROBE_TIMEOUT_MS);
      });
      try {
        return await Promise.race([query, late]);
      } catch (error) {
        if (isSchemaMissing(error)) return 'schema missing';
        query.catch(() => {});
        void sql.end({ timeout: 0 }).catch(() => {});
        sql = open();
        return undefined;
      } finally {
        clearTimeout(timer);
      }
    },
    stop: () => sql.end({ timeout: 0 }),
  };
}

/** Limits of a probe's statement. No caller waits longer for a probe. */
const LIMITS = { lock: PROBE_TIMEOUT_MS, all: PROBE_TIMEOUT_MS };

/** @throws while the server is itself in recovery */
async function primaryPosition(sql: postgres.Sql): Promise<WalPosition> {
  // The write position, not the insert position. At a page boundary, the insert position is already past the header of
  // the next page. No standby reaches that position before the next record is written.
  const row = await queryWithTimeout<{ cluster: string; timeline: string; at: string }>(
    sql,
    LIMITS,
    `select system_identifier::text as cluster, left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline,
      (pg_current_wal_lsn() - '0/0'::pg_lsn)::text as at
    from pg_control_system()`,
  );
  return { cluster: row?.cluster ?? '', timeline: Number.parseInt(row?.timeline ?? '', 16), at: Number(row?.at) };
}

async function standbyPosition(sql: postgres.Sql, schema: SchemaVersion): Promise<ProbeResult> {
  const row = await queryWithTimeout<{
    is_standby: boolean;
    cluster: string;
    timeline: number;
    at: string | null;
    migration: string | null;
    functions: number | null;
  }>(
    sql,
    LIMITS,
    `select pg_is_in_recovery() as is_standby, system_identifier::text as cluster,
      greatest(c.timeline_id, r.min_recovery_end_timeline) as timeline,
      (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as at,
      (select max(created_at) from drizzle.__drizzle_migrations) as migration,
      (select max(version) from drizzle.schema_functions) as functions
    from pg_control_system(), pg_control_checkpoint() c, pg_control_recovery() r`,
  );
  if (!row?.is_standby || row.at === null) return 'no standby';
  const isThere = Number(row.migration) >= schema.migration && (row.functions ?? 0) >= schema.functions;
  return isThere ? { cluster: row.cluster, timeline: row.timeline, at: Number(row.at) } : 'schema missing';
}
