import type { VoucherListInput, VoucherStatus } from '@inaam/contracts/vouchers/vouchers';
import type { Db } from '@inaam/db/client';
import { freeVouchers, voucherAwards, voucherCounts, vouchers } from '@inaam/db/schema/vouchers';
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { brandAndAmountFilters, canUseVoucherCounters, isLastDayPassed, matchVouchers } from './matching.ts';
import { isExpiringSoonFilter } from './materialised.ts';
import { countVouchers } from './stats.ts';

/**
 * Pages in an order that only the view of states knows: the list is one list after another, each in the order of an
 * index. So a page is read without sorting all vouchers.
 */

type Listing = Omit<VoucherListInput, 'codes' | 'total'>;

/** One of the lists, in its order. */
interface Part {
  statuses: readonly VoucherStatus[];
  /** The ids at a place, as `key_id`. */
  ids: (rows: number, offset: number) => Promise<number[]>;
}

/** In the order of the words. */
const STATUSES = ['assigned', 'available', 'expired', 'used'] as const satisfies VoucherStatus[];

/** The page's ids where the order is one of the view's, or undefined where the list is to be sorted as a whole. */
export async function listIdsByParts(db: Db, input: Listing): Promise<number[] | undefined> {
  if (input.search || isExpiringSoonFilter(input)) return undefined;
  if (input.sortBy === 'status') return page(db, input, byStatus(db, input));
  if (input.sortBy === 'assigned_at') return page(db, input, byWin(db, input));
  return input.sortBy === 'voucher_amount' && input.status === 'available' ? idsOfStock(db, input) : undefined;
}

const asked = ({ status }: Listing, statuses: readonly VoucherStatus[]) =>
  statuses.filter((one) => status === 'all' || status === one);

const turned = <T>({ sortOrder }: Listing, rows: readonly T[]) => (sortOrder === 'asc' ? rows : rows.toReversed());

const byStatus = (db: Db, input: Listing): readonly Part[] =>
  turned(input, STATUSES).map((status) => ({
    statuses: asked(input, [status]),
    ids: (rows, offset) => idsById(db, input, [status], rows, offset),
  }));

/** What nobody has comes after all that is won, as null does. */
const byWin = (db: Db, input: Listing): readonly Part[] => {
  const won = asked(input, ['assigned', 'used']);
  const notWon = asked(input, ['available', 'expired']);
  return turned(input, [
    { statuses: won, ids: (rows, offset) => idsByWin(db, input, rows, offset) },
    { statuses: notWon, ids: (rows, offset) => idsById(db, input, notWon, rows, offset) },
  ]);
};

async function page(db: Db, input: Listing, parts: readonly Part[]): Promise<number[]> {
  const found: number[] = [];
  let offset = (input.page - 1) * input.limit;
  for (const part of parts) {
    const left = input.limit - found.length;
    if (left === 0 || part.statuses.length === 0) continue;
    const counted = canUseVoucherCounters(input) ? await countOf(db, input, part.statuses) : undefined;
    const rows = Math.min(left, counted === undefined ? left : Math.max(0, counted - offset));
    const ids = rows === 0 ? [] : await part.ids(rows, offset);
    found.push(...ids);
    if (ids.length > 0) offset = 0;
    else if (offset > 0) offset = Math.max(0, offset - (counted ?? (await countOf(db, input, part.statuses))));
  }
  return found;
}

/** From the counters, where they know all of the filters. */
async function countOf(db: Db, input: Listing, statuses: readonly VoucherStatus[]): Promise<number> {
  let count = 0;
  for (const status of statuses) {
    count += canUseVoucherCounters(input)
      ? await countVouchers(db, status, and(...brandAndAmountFilters(voucherCounts, input)))
      : await db.$count(vouchers, await whereOf(db, input, status));
  }
  return count;
}

const whereOf = async (db: Db, input: Listing, status: VoucherStatus) =>
  (await matchVouchers(db, { ...input, status }, undefined)).where;

/** Of each status as many as could be on the page. */
async function idsById(
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
      .where(await whereOf(db, input, status))
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
 * By the amount, as the stock has it: there each is available, where among all vouchers most are not. Those of one
 * amount are sorted by their ids: an index in this order would be written with each spin on a distributed engine.
 */
async function idsOfStock(db: Db, input: Listing): Promise<number[]> {
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

/** By the time of the win, which its own table has an index of. */
async function idsByWin(db: Db, input: Listing, rows: number, offset: number): Promise<number[]> {
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
