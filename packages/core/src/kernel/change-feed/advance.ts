import { isStatementTimeout } from '../failures.ts';
import type { Kernel } from '../kernel.ts';

/**
 * The consumers of the feed: what follows from facts, each read once, in the order in which their transactions can be
 * relied on. A consumer is a row of `change_feed_consumers` and a function `fold_{name}(from, to)` in packages/db,
 * which gets
 * the facts of all transactions from one to before another. To add one: both, by a migration and a file of functions,
 * and its name here. What it writes is committed with how far it has read.
 */
export const consumers = ['figures', 'click_search', 'voucher_counts', 'messages', 'webhooks'] as const;

/** Transactions that a step reads at most, so that it holds its locks for a short time. */
const MAX_STEP_TRANSACTIONS = 20_000;

/**
 * Lets every consumer read all that can be relied on by now. Safe in several processes at once: one at a time reads for
 * a consumer, and another takes over where it dies.
 */
export async function advanceChangeFeed(kernel: Pick<Kernel, 'read' | 'move'>): Promise<void> {
  for (const consumer of consumers) {
    const [waiting] = await kernel.read(
      (_, sql) => sql<{ waits: boolean }[]>`select change_feed_has_pending(${consumer}) as waits`,
    );
    if (waiting?.waits) await advance(kernel, consumer);
  }
}

/** A step that the server ends for its length is made again in half, and those after it grow. */
async function advance(kernel: Pick<Kernel, 'move'>, consumer: string): Promise<void> {
  for (let most = MAX_STEP_TRANSACTIONS; ; ) {
    try {
      const [row] = await kernel.move(
        (sql) => sql<{ read: number | null }[]>`select advance_change_feed(${consumer}, ${most}::int) as read`,
      );
      // Nothing is left, or somebody else reads for this consumer.
      if (row?.read !== most) return;
      // Slowly, since each step that is too long costs the whole limit.
      most = Math.min(MAX_STEP_TRANSACTIONS, most + Math.max(1, Math.floor(most / 4)));
    } catch (error) {
      if (!isStatementTimeout(error) || most === 1) throw error;
      most = Math.floor(most / 2);
    }
  }
}

export interface ChangeFeedLag {
  consumer: string;
  /** Transactions that were begun since the one up to which it has read. Most of them are of no fact. */
  transactions: number;
  /** Since it last read something, in seconds. */
  seconds: number;
  /** Whether facts wait to be read. */
  waits: boolean;
}

/**
 * How far consumers are behind. Facts that wait for long: a transaction that writes is left open, in this or in any
 * other database of the server, or no process advances the feed.
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
