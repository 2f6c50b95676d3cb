import type { VoucherListInput, VoucherStatus } from '@inaam/contracts/vouchers/vouchers';
import type { Db } from '@inaam/db/client';
import { freeVouchers, vouchers } from '@inaam/db/schema/vouchers';
import { and, asc, desc, eq } from 'drizzle-orm';
import { canUseCounters, countByKind } from './counts.ts';
import { hasKind, matchesExpiry } from './filters.ts';
import { isSoon } from './sources.ts';
import { type VoucherContext, voucherList } from './voucher-list.ts';

/**
 * Reads pages in sort orders that only the view `voucher_states` can compute. The list is read as a sequence of parts.
 * An index has the sort order of each part, so no page sorts all vouchers.
 */

type Listing = Omit<VoucherListInput, 'codes' | 'total'>;

/** A part of the list. */
interface Part {
  statuses: readonly VoucherStatus[];
  sortBy: 'id' | 'won_at';
}

/** The statuses in alphabetical order, which is the order of a list sorted by status. */
const STATUSES = ['assigned', 'available', 'expired', 'used'] as const satisfies VoucherStatus[];

/** Returns the IDs of a page, or undefined if the list must be sorted as a whole. */
export async function listIdsByParts(db: Db, input: Listing, context: VoucherContext): Promise<number[] | undefined> {
  if (input.search || isSoon(input.expiry_filter)) return undefined;
  if (input.sortBy === 'status') return readPage(db, input, context, byStatus);
  if (input.sortBy === 'assigned_at') return readPage(db, input, context, byWin);
  return input.sortBy === 'voucher_amount' && input.status === 'available' ? listStockIds(db, input) : undefined;
}

const byStatus: readonly Part[] = STATUSES.map((status) => ({ statuses: [status], sortBy: 'id' }));

/**
 * In ascending order, vouchers without a winner come last, as PostgreSQL sorts nulls. An index on the awards has the
 * time of a win.
 */
const byWin: readonly Part[] = [
  { statuses: ['assigned', 'used'], sortBy: 'won_at' },
  { statuses: ['available', 'expired'], sortBy: 'id' },
];

async function readPage(db: Db, input: Listing, context: VoucherContext, parts: readonly Part[]): Promise<number[]> {
  const { page, limit, sortOrder, status } = input;
  const ids: number[] = [];
  let offset = (page - 1) * limit;
  for (const { sortBy, ...part } of sortOrder === 'asc' ? parts : parts.toReversed()) {
    const left = limit - ids.length;
    const statuses = part.statuses.filter((one) => status === 'all' || status === one);
    if (left === 0 || statuses.length === 0) continue;
    const counted = canUseCounters(input) ? await countPart(db, input, context, statuses) : undefined;
    const rows = Math.min(left, counted === undefined ? left : Math.max(0, counted - offset));
    const partInput = { ...input, sortBy, status: sortBy === 'id' ? 'all' : status } as const;
    const slice = { limit: rows, offset };
    const some = rows === 0 ? [] : await voucherList.ids(db, partInput, { ...context, statuses }, slice);
    ids.push(...some);
    if (some.length > 0) offset = 0;
    else if (offset > 0) offset = Math.max(0, offset - (counted ?? (await countPart(db, input, context, statuses))));
  }
  return ids;
}

/** Counts a part, from the counters if they cover all filters. */
async function countPart(
  db: Db,
  input: Listing,
  context: VoucherContext,
  statuses: readonly VoucherStatus[],
): Promise<number> {
  let count = 0;
  for (const status of statuses) {
    const partInput = { ...input, status, total: 'exact' } as const;
    count += canUseCounters(partInput)
      ? await countByKind(db, partInput)
      : Number(await voucherList.count(db, partInput, context));
  }
  return count;
}

/**
 * Sorts available vouchers by amount from the stock table, which contains only available vouchers. Vouchers of an
 * amount are sorted by ID. Sorting them by last day would need an index that each spin updates on a distributed engine.
 */
async function listStockIds(db: Db, input: Listing): Promise<number[]> {
  const direction = input.sortOrder === 'asc' ? asc : desc;
  const { amountPaise, expiryDate, voucherId } = freeVouchers;
  const { type, brand } = vouchers;
  let stock = db.select({ id: voucherId }).from(freeVouchers).$dynamic();
  if (input.voucher_type !== 'all' || input.brand) stock = stock.innerJoin(vouchers, eq(vouchers.id, voucherId));
  const found = await stock
    .where(and(hasKind({ type, brand, amountPaise }, input), matchesExpiry(expiryDate, input.expiry_filter)))
    .orderBy(direction(amountPaise), direction(voucherId))
    .limit(input.limit)
    .offset((input.page - 1) * input.limit);
  return found.map(({ id }) => id);
}
