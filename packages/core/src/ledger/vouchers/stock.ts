import { LOW_STOCK_DAYS } from '@inaam/contracts/insights/dashboard-series';
import type { Kernel } from '../../kernel/kernel.ts';
import { type IdempotentKernel, repeatInBatches } from '../../kernel/repeat-in-batches.ts';

/**
 * Expires available vouchers after their last day, in Indian time, in batches.
 * @param most maximum number of vouchers in one transaction
 * @returns the number of vouchers that expired
 */
export const expireVouchers = (kernel: IdempotentKernel, most?: number): Promise<number> =>
  repeatInBatches(
    kernel,
    (sql, batch) => sql<{ taken: number }[]>`select expire_due_vouchers(${batch}::int) as taken`,
    most,
  );

/**
 * Moves the start position of searches for available vouchers back to the first available voucher. A spin that was
 * rolled back may have left a voucher before the position.
 */
export async function repairStockOrder(kernel: Pick<Kernel, 'runIdempotent'>): Promise<void> {
  await kernel.runIdempotent((sql) => sql`select repair_stock_positions()`);
}

/** Records the amounts whose stock has become low since the last call, so that admins are notified. */
export async function recordLowStock(kernel: Pick<Kernel, 'runIdempotent'>): Promise<void> {
  await kernel.runIdempotent((sql) => sql`select record_low_stock(${LOW_STOCK_DAYS}::int)`);
}
