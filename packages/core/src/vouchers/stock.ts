import { type Moves, repeatInBatches } from '../kernel/repeat-in-batches.ts';

/**
 * Free vouchers whose day has passed become expired: after a midnight in India, all of an import at once.
 * @param most vouchers in one transaction
 * @returns how many
 */
export const expireVouchers = (kernel: Moves, most?: number): Promise<number> =>
  repeatInBatches(
    kernel,
    (sql, batch) => sql<{ taken: number }[]>`select expire_due_vouchers(${batch}::int) as taken`,
    most,
  );
