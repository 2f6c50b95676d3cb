import { isStatementTimeout } from '../failures.ts';
import type { Kernel } from '../kernel.ts';

/**
 * The consumers of the change feed. Each reads every fact (a new row, such as a click, a completion or a spin) once, in
 * the order of the transactions. The facts of a transaction are read after all older transactions have ended. A
 * consumer is a row of `change_feed_consumers` and a function `consume_changes_for_{name}(from, to)` in packages/db,
 * which reads the facts of a range of transactions. The function's writes commit together with the consumer's position.
 * To add a consumer, write a migration and the function, and add the name here.
 */
export const consumers = [
  'figures',
  'click_search',
  'voucher_counts',
  'spend',
  'messages',
  'milestones',
  'webhooks',
] as const;

/** Maximum transactions per step, which keeps locks short. */
const MAX_STEP_TRANSACTIONS = 20_000;

/**
 * Lets every consumer read all facts that it can read by now. Safe in several processes: only one process reads for a
 * consumer at a time, and another process takes over if that one dies.
 */
export async function advanceChangeFeed(kernel: Pick<Kernel, 'read' | 'runIdempotent'>): Promise<void> {
  for (const consumer of consumers) {
    const [waiting] = await kernel.read(
      (_, sql) => sql<{ waits: boolean }[]>`select change_feed_has_pending(${consumer}) as waits`,
    );
    if (waiting?.waits) await advance(kernel, consumer);
  }
}

/** Halves a step that times out and lets later steps grow. */
async function advance(kernel: Pick<Kernel, 'runIdempotent'>, consumer: string): Promise<void> {
  for (let most = MAX_STEP_TRANSACTIONS; ; ) {
    try {
      const [row] = await kernel.runIdempotent(
        (sql) => sql<{ read: number | null }[]>`select advance_change_feed(${consumer}, ${most}::int) as read`,
      );
      // Nothing is left, or another process reads for this consumer.
      if (row?.read !== most) return;
      // Slow growth, since each step that is too long costs a full timeout.
      most = Math.min(MAX_STEP_TRANSACTIONS, most + Math.max(1, Math.floor(most / 4)));
    } catch (error) {
      if (!isStatementTimeout(error) || most === 1) throw error;
      most = Math.floor(most / 2);
    }
  }
}

export interface ChangeFeedLag {
  consumer: string;
  /** Number of transactions after the last one that the consumer read; most contain no facts. */
  transactions: number;
  /** Seconds since the consumer last read something. */
  seconds: number;
  /** True if facts wait for this consumer. */
  waits: boolean;
}

/**
 * Returns the lag of each consumer. The lag grows while a writing transaction stays open anywhere on the server, or
 * while no process advances the feed.
 */
export async function getChangeFeedLag(kernel: Pick<Kernel, 'read'>): Promise<ChangeFeedLag[]> {
  return kernel.read(
    (_, sql) => sql<ChangeFeedLag[]>`
      select name as consumer, change_feed_has_pending(name) as waits,
        (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - xid::text::bigint) as transactions,
        extract(epoch from now() - advanced_at)::float8 as seconds
      from change_feed_consumers order by name`,
  );
}
