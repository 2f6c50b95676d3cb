import type { VoucherListInput } from '@inaam/contracts/vouchers/vouchers';
import type { Db } from '@inaam/db/client';
import { voucherCounts, vouchers } from '@inaam/db/schema/vouchers';
import { and, type SQL, sql } from 'drizzle-orm';
import { brandAndAmountFilters, expiryFilters, type Filters, isEnded } from './matching.ts';
import { countVouchers } from './stats.ts';

/** Which vouchers are gathered and sorted, since in the order of the list they stand at its end. */

/** "offset 0" has them gathered by that alone before they are sorted. */
const materialised = (where: SQL | undefined): SQL =>
  sql`(select * from ${vouchers} where ${where} offset 0) ${vouchers}`;

/** Where vouchers are read from. What expires soon is few and old: newest first it would be met last. */
export const getVoucherSource = (input: Filters): SQL =>
  isExpiringSoonFilter(input) ? materialised(expiryFilters[input.expiry_filter]) : sql`${vouchers}`;

/**
 * The same for a page of the list. What was won and not used before it expired would be met last, too, newest first.
 * It is not few: a file, which goes on behind a place, would gather it with each of its batches.
 */
export function getPageSource(input: Filters & Pick<VoucherListInput, 'sortBy' | 'sortOrder'>): SQL {
  const { status, expiry_filter: expiry, sortBy, sortOrder } = input;
  // Whatever ended before its last day was withdrawn, which is rare.
  if (status === 'expired' && expiry === 'valid') return materialised(and(isEnded, expiryFilters.valid));
  const isPastWin = status === 'assigned' && expiry === 'expired';
  if (isPastWin && sortBy === 'created_at' && sortOrder === 'desc') return materialised(expiryFilters.expired);
  return getVoucherSource(input);
}

type Soon = 'expiring_soon' | 'expiring_this_month';
/** Is it about what expires soon? */
export const isExpiringSoonFilter = <T extends Filters>(input: T): input is T & { expiry_filter: Soon } =>
  input.expiry_filter === 'expiring_soon' || input.expiry_filter === 'expiring_this_month';

/** So many vouchers are gathered and sorted in the time of a page. */
const MAX_MATERIALISED = 20_000;
/** So many, where the order is one of the view's, which each is looked up in. */
const MAX_MATERIALISED_BY_STATE = 2_000;

/**
 * Where the counters know that there are few of the type, brand and amount, these are gathered likewise, as nobody
 * knows where in another order they stand: all of them may be the last. By the time of the import without another
 * filter, and by amount, a page is met soon enough.
 */
export async function isSmallSelection(
  db: Db,
  input: Filters & Pick<VoucherListInput, 'sortBy'>,
  most = input.sortBy === 'status' || input.sortBy === 'assigned_at' ? MAX_MATERIALISED_BY_STATE : MAX_MATERIALISED,
): Promise<SQL | undefined> {
  const kinds = brandAndAmountFilters(vouchers, input);
  if (kinds.length === 0 || input.search || isExpiringSoonFilter(input)) return undefined;
  const alone = input.status === 'all' && input.expiry_filter === 'all';
  if (alone && (input.sortBy === 'created_at' || input.sortBy === 'voucher_amount')) return undefined;
  if ((await countVouchers(db, 'all', and(...brandAndAmountFilters(voucherCounts, input)))) > most) return undefined;
  return materialised(and(...kinds));
}
