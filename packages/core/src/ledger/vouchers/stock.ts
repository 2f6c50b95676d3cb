import { LOW_STOCK_DAYS } from '@inaam/contracts/insights/dashboard-series';
import type { Kernel } from '../../kernel/kernel.ts';
import { type IdempotentKernel, repeatInBatches } from '../../kernel/repeat-in-batches.ts';

/**
 * Expires free vouchers after their last day in India, in batches.
 * @param most vouchers in one transaction
 * @returns how many expired
 */
export const expireVouchers = (kernel: IdempotentKernel, most?: number): Promise<number> =>
  repeatInBatches(
    kernel,
    (sql, batch) => sql<{ taken: number }[]>`select expire_due_vouchers(${batch}::int) as taken`,
    most,
  );

/**
 * Resets the position from which free vouchers are searched, since vouchers before it may have returned to the stock.
 */
export async function repairStockOrder(kernel: Pick<Kernel, 'runIdempotent'>): Promise<void> {
  await kernel.runIdempotent((sql) => sql`select repair_stock_positions()`);
}

/** Records amounts whose stock became low since the last call, so that notifications are sent. */
export async function recordLowStock(kernel: Pick<Kernel, 'runIdempotent'>): Promise<void> {
  await kernel.runIdempotent((sql) => sql`select record_low_stock(${LOW_STOCK_DAYS}::int)`);
}
