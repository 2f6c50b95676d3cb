import { LOW_STOCK_DAYS } from '@inaam/contracts/insights/dashboard-series';
import type { Kernel } from '../../kernel/kernel.ts';
import { type Moves, repeatInBatches } from '../../kernel/repeat-in-batches.ts';

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

/** Has searches begin at the first free voucher again, where one came back behind their beginning. */
export async function repairStockOrder(kernel: Pick<Kernel, 'move'>): Promise<void> {
  await kernel.move((sql) => sql`select repair_stock_positions()`);
}

/** Notes the amounts whose stock has got low since the last call, for those who are told of it. */
export async function recordLowStock(kernel: Pick<Kernel, 'move'>): Promise<void> {
  await kernel.move((sql) => sql`select record_low_stock(${LOW_STOCK_DAYS}::int)`);
}
