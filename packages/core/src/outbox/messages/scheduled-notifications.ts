import { type IdempotentKernel, repeatInBatches } from '../../kernel/repeat-in-batches.ts';

/**
 * Notifications triggered by time instead of an event. Each run sends those that are due and not sent yet, so it may
 * run often and in several processes. See packages/db/src/functions/notifications.sql.
 */

/** Maximum notifications per transaction; each also writes a message. */
const BATCH = 1_000;

/** Notifies users whose hold has ended that their spin is ready. @returns number of notifications */
export const notifyEndedHolds = (kernel: IdempotentKernel): Promise<number> =>
  repeatInBatches(
    kernel,
    (sql, most) => sql<{ taken: number }[]>`select notify_ended_holds(${most}::int) as taken`,
    BATCH,
  );

/** Notifies winners of unused vouchers that expire within three days, by day in India. */
export const notifyExpiringVouchers = (kernel: IdempotentKernel): Promise<number> =>
  repeatInBatches(
    kernel,
    (sql, most) => sql<{ taken: number }[]>`select notify_expiring_vouchers(now(), ${most}::int) as taken`,
    BATCH,
  );
