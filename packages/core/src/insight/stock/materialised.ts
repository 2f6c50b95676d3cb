import type { VoucherListInput } from '@inaam/contracts/vouchers/vouchers';
import type { Db } from '@inaam/db/client';
import { voucherCounts, vouchers } from '@inaam/db/schema/vouchers';
import { and, type SQL, sql } from 'drizzle-orm';
import { brandAndAmountFilters, expiryFilters, type Filters, isEnded } from './matching.ts';
import { countVouchers } from './stats.ts';

/** Selections that are materialised before sorting, because their rows come late in the order of the list. */

/** "offset 0" makes PostgreSQL evaluate the selection before it sorts. */
const materialised = (where: SQL | undefined): SQL =>
  sql`(select * from ${vouchers} where ${where} offset 0) ${vouchers}`;

/** Source of vouchers. Those that expire soon are few and old, so a scan from the newest finds them last. */
export const getVoucherSource = (input: Filters): SQL =>
  isExpiringSoonFilter(input) ? materialised(expiryFilters[input.expiry_filter]) : sql`${vouchers}`;

/**
 * Like {@link getVoucherSource}, for a page of the list. Past unused wins also come last from the newest. They are
 * many, so a file would materialise them again for each batch.
 */
export function getPageSource(input: Filters & Pick<VoucherListInput, 'sortBy' | 'sortOrder'>): SQL {
  const { status, expiry_filter: expiry, sortBy, sortOrder } = input;
  // Ended before the last day means withdrawn, which is rare.
  if (status === 'expired' && expiry === 'valid') return materialised(and(isEnded, expiryFilters.valid));
  const isPastWin = status === 'assigned' && expiry === 'expired';
  if (isPastWin && sortBy === 'created_at' && sortOrder === 'desc') return materialised(expiryFilters.expired);
  return getVoucherSource(input);
}

type Soon = 'expiring_soon' | 'expiring_this_month';
export const isExpiringSoonFilter = <T extends Filters>(input: T): input is T & { expiry_filter: Soon } =>
  input.expiry_filter === 'expiring_soon' || input.expiry_filter === 'expiring_this_month';

/** Number of vouchers that can be materialised and sorted in the time of a page. */
const MAX_MATERIALISED = 20_000;
/** The same if each voucher is looked up in the view for its order. */
const MAX_MATERIALISED_BY_STATE = 2_000;

/**
 * Materialises the vouchers of a type, brand and amount if counters show that they are few. Otherwise they could all
 * come last in another order. Unfiltered import time and amount need no such step.
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
