import { type IdempotentKernel, repeatInBatches } from '../../kernel/repeat-in-batches.ts';

/**
 * Notifications that are triggered by time instead of an event. Each run sends those that are due and were not sent
 * yet, so it may run often and in several processes. See packages/db/src/functions/notifications.sql.
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

/** Notifies winners whose unused vouchers expire within three days, counted in days of India's clock. */
export const notifyExpiringVouchers = (kernel: IdempotentKernel): Promise<number> =>
  repeatInBatches(
    kernel,
    (sql, most) => sql<{ taken: number }[]>`select notify_expiring_vouchers(now(), ${most}::int) as taken`,
    BATCH,
  );
