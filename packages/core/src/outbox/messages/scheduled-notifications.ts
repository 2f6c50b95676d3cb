import { type Moves, repeatInBatches } from '../../kernel/repeat-in-batches.ts';

/**
 * What users are told because a time has come, not because of a fact. Each run tells what is due and was not told yet,
 * so it may be run as often as one likes, in several processes. See packages/db/src/functions/notifications.sql.
 */

/** Told at most in one transaction: each is a message that is written, too. */
const BATCH = 1_000;

/** Tells users whose completion was on hold, and is not any more, that the spin is ready. @returns how many */
export const notifyEndedHolds = (kernel: Moves): Promise<number> =>
  repeatInBatches(
    kernel,
    (sql, most) => sql<{ taken: number }[]>`select notify_ended_holds(${most}::int) as taken`,
    BATCH,
  );

/** Tells winners of a voucher that expires within three days, and that they have not used. By day, in India. */
export const notifyExpiringVouchers = (kernel: Moves): Promise<number> =>
  repeatInBatches(
    kernel,
    (sql, most) => sql<{ taken: number }[]>`select notify_expiring_vouchers(now(), ${most}::int) as taken`,
    BATCH,
  );
