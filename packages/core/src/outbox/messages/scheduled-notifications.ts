import { type IdempotentKernel, repeatInBatches } from '../../kernel/repeat-in-batches.ts';

/**
 * Notifications that are due at a time instead of after an event. Each run adds the due notifications that were not
 * added before, so a run may start often and in several processes. See packages/db/src/functions/notifications.sql.
 */

/** Maximum number of notifications per transaction. Each notification also adds a message to the outbox. */
const BATCH = 1_000;

/**
 * When the hold of a completion has ended, notifies the user that the spin is ready. @returns number of notifications
 */
export const notifyEndedHolds = (kernel: IdempotentKernel): Promise<number> =>
  repeatInBatches(
    kernel,
    (sql, most) => sql<{ taken: number }[]>`select notify_ended_holds(${most}::int) as taken`,
    BATCH,
  );

/**
 * Notifies winners whose unused vouchers expire within three days. Days begin at midnight, Indian time. Sends no
 * notification between 21:00 and 9:00, Indian time.
 */
export const notifyExpiringVouchers = (kernel: IdempotentKernel): Promise<number> =>
  repeatInBatches(
    kernel,
    (sql, most) => sql<{ taken: number }[]>`select notify_expiring_vouchers(now(), ${most}::int) as taken`,
    BATCH,
  );
