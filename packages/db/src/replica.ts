import type postgres from 'postgres';
import { type Database, type DatabaseOptions, openDatabase } from './client.ts';
import type { SchemaVersion } from './migrate.ts';
import { isSchemaMissing, openProbe, PROBE_TIMEOUT_MS, queryWithTimeout } from './probe-connection.ts';

/** Why a standby is not read from. */
export type NotReadableReason = 'away' | 'late' | 'no standby' | 'of another cluster' | 'schema missing';

/** A streaming standby, with what is known of how late it is. */
export interface Replica extends Pick<Database, 'db' | 'sql'> {
  /** Host and port. */
  name: string;
  /** Undefined: it holds all that was committed `latest` ms ago, and may be read from. */
  verdict(): NotReadableReason | undefined;
  /** Seconds that it is behind, at least; undefined before it was ever seen. */
  lag(): number | undefined;
  /** A read found it gone: it counts as away until it is next seen. */
  lost(): void;
  /**
   * Tells, once, that it may no longer be read from: for whoever waits for an answer of its.
   * @returns what ends the wish
   */
  onLost(tell: () => void): () => void;
  /** After the first look. */
  looked: Promise<void>;
  close(): Promise<void>;
}

export interface ReplicaOptions extends DatabaseOptions {
  /** Of this process: the standby must be at it, or beyond. */
  schema: SchemaVersion;
  /** ms that it may be behind. */
  latest: number;
  /** ms between two looks; while it cannot be read four times as often. */
  every?: number;
  /** Is told of each change. */
  onChange?: (verdict: NotReadableReason | undefined) => void;
}

/** Of the primary's places in its log that are remembered: more would only say how late a late standby is. */
const MAX_POSITIONS = 600;

/** Where a server is in the log of its cluster. Bytes of it stay below 2^53 for petabytes. */
interface WalPosition {
  cluster: string;
  timeline: number;
  at: number;
}

/**
 * Opens a standby and watches how late it is: each second the primary is asked how far its log goes, and the standby
 * how far it has replayed. It holds all that was committed when the primary was at the place that it has reached. No
 * clock of a server plays a part, nor whether anything is written: `pg_last_xact_replay_timestamp` grows old on an idle
 * primary, and a standby that lost its primary has replayed all that it received.
 * @param primaryUrl the database itself
 * @param url one standby of it: behind a balancer one would be looked at and another one read
 */
export function openReplica(
  primaryUrl: string,
  url: string,
  { schema, latest, every = 1_000, onChange, ...options }: ReplicaOptions,
): Replica {
  const database = openDatabase(url, options);
  const primary = watching(primaryUrl, primaryPosition);
  const standby = watching(url, (sql) => standbyPosition(sql, schema));
  /** Newest last. */
  let places: (WalPosition & { since: number })[] = [];
  /** What stands in the way, but for lateness, which grows by itself. */
  let obstacle: NotReadableReason | undefined = 'away';
  /** When the primary was at the place that the standby has reached. */
  let freshAt: number | undefined;
  let ended = false;
  const waiting = new Set<() => void>();

  const verdict = (): NotReadableReason | undefined => {
    if (obstacle !== undefined) return obstacle;
    return freshAt !== undefined && performance.now() - freshAt <= latest ? undefined : 'late';
  };

  async function look(): Promise<NotReadableReason | undefined> {
    const since = performance.now();
    const [own, theirs] = await Promise.all([primary.look(), standby.look()]);
    if (own !== undefined && own !== 'no standby' && own !== 'schema missing') {
      places = [...places.slice(-MAX_POSITIONS), { ...own, since }];
    }
    if (theirs === undefined) return 'away';
    if (theirs === 'no standby' || theirs === 'schema missing') return theirs;
    const newest = places.at(-1);
    // What the primary is, is not known yet.
    if (!newest) return 'away';
    if (newest.cluster !== theirs.cluster) return 'of another cluster';
    // One that follows a primary of before a failover may hold what the present one does not, and lacks the rest.
    const reached = theirs.timeline < newest.timeline ? -1 : places.findLastIndex(({ at }) => at <= theirs.at);
    if (reached > 0) places = places.slice(reached);
    if (reached >= 0) freshAt = places[0]?.since;
    return undefined;
  }

  function settle(before: NotReadableReason | undefined): void {
    const now = verdict();
    if (now !== undefined) {
      for (const tell of waiting) tell();
      waiting.clear();
    }
    if (now !== before) onChange?.(now);
  }

  let next: NodeJS.Timeout | undefined;
  let told: NotReadableReason | undefined = 'away';
  async function round(): Promise<void> {
    obstacle = await look();
    if (ended) return;
    settle(told);
    told = verdict();
    next = setTimeout(() => void round(), told === undefined ? every : every / 4);
  }

  return {
    name: new URL(url).host,
    db: database.db,
    sql: database.sql,
    verdict,
    lag() {
      const since = freshAt ?? places[0]?.since;
      return since === undefined ? undefined : (performance.now() - since) / 1000;
    },
    lost() {
      obstacle = 'away';
      settle(told);
      told = 'away';
    },
    onLost(tell) {
      waiting.add(tell);
      return () => void waiting.delete(tell);
    },
    looked: round(),
    async close() {
      ended = true;
      clearTimeout(next);
      await Promise.all([primary.stop(), standby.stop(), database.close()]);
    },
  };
}

type Seen = WalPosition | 'no standby' | 'schema missing';

/** One connection on which a question is asked again and again; it is renewed where no answer comes. */
function watching(url: string, ask: (sql: postgres.Sql) => Promise<Seen>) {
  const open = () => openProbe(url, 'inaam-replica-probe');
  let sql = open();
  return {
    /** Undefined: no answer. */
    async look(): Promise<Seen | undefined> {
      const asking = ask(sql);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('no answer')), PROBE_TIMEOUT_MS);
      });
      try {
        return await Promise.race([asking, late]);
      } catch (error) {
        if (isSchemaMissing(error)) return 'schema missing';
        asking.catch(() => {});
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

/** Of a look: nobody waits for it any longer. */
const LIMITS = { lock: PROBE_TIMEOUT_MS, all: PROBE_TIMEOUT_MS };

/** @throws while the server is itself in recovery */
async function primaryPosition(sql: postgres.Sql): Promise<WalPosition> {
  // Written, not inserted: at the edge of a page the next record's place is one that no standby has reached.
  const row = await queryWithTimeout<{ cluster: string; timeline: string; at: string }>(
    sql,
    LIMITS,
    `select system_identifier::text as cluster, left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline,
      (pg_current_wal_lsn() - '0/0'::pg_lsn)::text as at
    from pg_control_system()`,
  );
  return { cluster: row?.cluster ?? '', timeline: Number.parseInt(row?.timeline ?? '', 16), at: Number(row?.at) };
}

async function standbyPosition(sql: postgres.Sql, schema: SchemaVersion): Promise<Seen> {
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
