import type { VoucherListInput, VoucherStatus } from '@inaam/contracts/vouchers/vouchers';
import type { Db } from '@inaam/db/client';
import { freeVouchers, voucherAwards, voucherCounts, vouchers } from '@inaam/db/schema/vouchers';
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { brandAndAmountFilters, canUseVoucherCounters, isLastDayPassed, matchVouchers } from './matching.ts';
import { isExpiringSoonFilter } from './materialised.ts';
import { countVouchers } from './stats.ts';

/**
 * Pages in orders that only the state view knows. The list is a sequence of parts, each in the order of an index, so no
 * page sorts all vouchers.
 */

type Listing = Omit<VoucherListInput, 'codes' | 'total'>;

/** A part of the list. */
interface Part {
  statuses: readonly VoucherStatus[];
  /** Reads IDs at an offset, as `key_id`. */
  ids: (rows: number, offset: number) => Promise<number[]>;
}

/** In alphabetical order. */
const STATUSES = ['assigned', 'available', 'expired', 'used'] as const satisfies VoucherStatus[];

/** Returns the page's IDs for an order of the view, or undefined if the list must be sorted as a whole. */
export async function listIdsByParts(db: Db, input: Listing): Promise<number[] | undefined> {
  if (input.search || isExpiringSoonFilter(input)) return undefined;
  if (input.sortBy === 'status') return readPage(db, input, byStatus(db, input));
  if (input.sortBy === 'assigned_at') return readPage(db, input, byWin(db, input));
  return input.sortBy === 'voucher_amount' && input.status === 'available' ? listStockIds(db, input) : undefined;
}

const selectStatuses = ({ status }: Listing, statuses: readonly VoucherStatus[]) =>
  statuses.filter((one) => status === 'all' || status === one);

const inDirection = <T>({ sortOrder }: Listing, rows: readonly T[]) => (sortOrder === 'asc' ? rows : rows.toReversed());

const byStatus = (db: Db, input: Listing): readonly Part[] =>
  inDirection(input, STATUSES).map((status) => ({
    statuses: selectStatuses(input, [status]),
    ids: (rows, offset) => listIdsById(db, input, [status], rows, offset),
  }));

/** Vouchers without a winner come after all others, as null does. */
const byWin = (db: Db, input: Listing): readonly Part[] => {
  const won = selectStatuses(input, ['assigned', 'used']);
  const notWon = selectStatuses(input, ['available', 'expired']);
  return inDirection(input, [
    { statuses: won, ids: (rows, offset) => listIdsByWin(db, input, rows, offset) },
    { statuses: notWon, ids: (rows, offset) => listIdsById(db, input, notWon, rows, offset) },
  ]);
};

async function readPage(db: Db, input: Listing, parts: readonly Part[]): Promise<number[]> {
  const found: number[] = [];
  let offset = (input.page - 1) * input.limit;
  for (const part of parts) {
    const left = input.limit - found.length;
    if (left === 0 || part.statuses.length === 0) continue;
    const counted = canUseVoucherCounters(input) ? await countPart(db, input, part.statuses) : undefined;
    const rows = Math.min(left, counted === undefined ? left : Math.max(0, counted - offset));
    const ids = rows === 0 ? [] : await part.ids(rows, offset);
    found.push(...ids);
    if (ids.length > 0) offset = 0;
    else if (offset > 0) offset = Math.max(0, offset - (counted ?? (await countPart(db, input, part.statuses))));
  }
  return found;
}

/** Counts a part, from the counters if they cover all filters. */
async function countPart(db: Db, input: Listing, statuses: readonly VoucherStatus[]): Promise<number> {
  let count = 0;
  for (const status of statuses) {
    count += canUseVoucherCounters(input)
      ? await countVouchers(db, status, and(...brandAndAmountFilters(voucherCounts, input)))
      : await db.$count(vouchers, await getCondition(db, input, status));
  }
  return count;
}

const getCondition = async (db: Db, input: Listing, status: VoucherStatus) =>
  (await matchVouchers(db, { ...input, status }, undefined)).where;

/** Reads enough rows of each status to fill the page. */
async function listIdsById(
  db: Db,
  input: Listing,
  statuses: readonly VoucherStatus[],
  rows: number,
  offset: number,
): Promise<number[]> {
  const direction = input.sortOrder === 'asc' ? asc : desc;
  const lists: SQL[] = [];
  for (const status of statuses) {
    const ids = db
      .select({ id: sql<number>`${vouchers.id}`.as('key_id') })
      .from(vouchers)
      .where(await getCondition(db, input, status))
      .orderBy(direction(vouchers.id))
      .limit(offset + rows);
    lists.push(sql`(${ids})`);
  }
  const found = await db
    .select({ id: sql`key_id`.mapWith(Number) })
    .from(sql`(${sql.join(lists, sql` union all `)}) lists`)
    .orderBy(direction(sql`key_id`))
    .limit(rows)
    .offset(offset);
  return found.map(({ id }) => id);
}

/**
 * Sorts available vouchers by amount from the stock table, which holds only available ones. Within an amount they are
 * sorted by ID: an index by last day would be written with each spin on a distributed engine.
 */
async function listStockIds(db: Db, input: Listing): Promise<number[]> {
  const direction = input.sortOrder === 'asc' ? asc : desc;
  const { amountPaise, expiryDate, voucherId } = freeVouchers;
  const { type, brand } = vouchers;
  let stock = db.select({ id: voucherId }).from(freeVouchers).$dynamic();
  if (input.voucher_type !== 'all' || input.brand) stock = stock.innerJoin(vouchers, eq(vouchers.id, voucherId));
  const found = await stock
    .where(
      and(
        ...brandAndAmountFilters({ type, brand, amountPaise }, input),
        isLastDayPassed(expiryDate, input.expiry_filter),
      ),
    )
    .orderBy(direction(amountPaise), direction(voucherId))
    .limit(input.limit)
    .offset((input.page - 1) * input.limit);
  return found.map(({ id }) => id);
}

/** Sorts by time of the win, through the index of the awards table. */
async function listIdsByWin(db: Db, input: Listing, rows: number, offset: number): Promise<number[]> {
  const direction = input.sortOrder === 'asc' ? asc : desc;
  const { where } = await matchVouchers(db, input, undefined);
  const found = await db
    .select({ id: voucherAwards.voucherId })
    .from(voucherAwards)
    .innerJoin(vouchers, eq(vouchers.id, voucherAwards.voucherId))
    .where(and(where, isNull(vouchers.withdrawnAt)))
    .orderBy(direction(voucherAwards.awardedAt), direction(voucherAwards.voucherId))
    .limit(rows)
    .offset(offset);
  return found.map(({ id }) => id);
}
