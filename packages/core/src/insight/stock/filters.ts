import { amountRanges, type VoucherListInput, type VoucherStatus } from '@inaam/contracts/vouchers/vouchers';
import { freeVouchers, voucherAwards, vouchers } from '@inaam/db/schema/vouchers';
import { type AnyColumn, and, eq, gte, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';

/** Conditions of the filters of the list. */

const today = sql`ist_day(now())`;

export type ExpiryFilter = VoucherListInput['expiry_filter'];
export type Filters = Pick<
  VoucherListInput,
  'status' | 'brand' | 'voucher_type' | 'amount_range' | 'expiry_filter' | 'search'
>;

const lastDayFilters = (day: AnyColumn): Record<Exclude<ExpiryFilter, 'all'>, SQL> => ({
  expiring_soon: sql`${day} between ${today} and ${today} + 7`,
  expiring_this_month: sql`${day} >= ${today} and ${day} < date_trunc('month', ${today} + interval '1 month')`,
  expired: sql`${day} < ${today}`,
  valid: sql`${day} >= ${today}`,
});

export const expiryFilters = lastDayFilters(vouchers.expiryDate);

/** @param day the last day of validity, of vouchers or of free vouchers */
export const isLastDayPassed = (day: AnyColumn, filter: ExpiryFilter): SQL | undefined =>
  filter === 'all' ? undefined : lastDayFilters(day)[filter];

/** Spelled out as in the conditions of the partial indexes. */
export const isEnded = or(isNotNull(vouchers.expiredAt), isNotNull(vouchers.withdrawnAt));

/** Available after the last day. Rare, because vouchers expire at midnight. */
const freePastLastDay = sql`(select ${freeVouchers.voucherId} from ${freeVouchers}
  where ${freeVouchers.expiryDate} < ${today})`;

/** A status as conditions on columns, because no index contains the status that the view computes. */
const byStatus: Record<VoucherStatus, SQL | undefined> = {
  available: sql`exists (select from ${freeVouchers} where ${freeVouchers.voucherId} = ${vouchers.id})`,
  assigned: and(
    sql`exists (select from ${voucherAwards} where ${voucherAwards.voucherId} = ${vouchers.id})`,
    isNull(vouchers.usedAt),
    isNull(vouchers.withdrawnAt),
  ),
  used: isNotNull(vouchers.usedAt),
  expired: isEnded,
};

/** Conditions that find the same faster if the last day has passed. */
const byStatusPastLastDay: Partial<typeof byStatus> = {
  available: sql`${vouchers.id} in ${freePastLastDay}`,
  // Won, unused, and neither free, withdrawn nor expired. Each has an award.
  assigned: and(
    isNull(vouchers.usedAt),
    isNull(vouchers.withdrawnAt),
    isNull(vouchers.expiredAt),
    sql`${vouchers.id} not in ${freePastLastDay}`,
  ),
};

/** @param expiry the filter by last day, which decides the index that is used */
export function hasStatus(status: VoucherListInput['status'], expiry: ExpiryFilter): SQL | undefined {
  if (status === 'all') return undefined;
  return (expiry === 'expired' ? byStatusPastLastDay[status] : undefined) ?? byStatus[status];
}

type KindColumns = Record<'type' | 'brand' | 'amountPaise', AnyColumn>;

/** Filters by type, brand and amount: on vouchers, counters or free vouchers. */
export const kindFilters = {
  voucher_type: (type: Filters['voucher_type'], columns: KindColumns) =>
    type === 'all' ? undefined : eq(columns.type, type),
  brand: (brand: Filters['brand'], columns: KindColumns) =>
    brand ? eq(sql`lower(${columns.brand})`, brand.toLowerCase()) : undefined,
  amount_range(range: Filters['amount_range'], { amountPaise }: KindColumns) {
    if (range === 'all') return undefined;
    const [from, to] = amountRanges[range];
    return and(gte(amountPaise, from), to === null ? undefined : lte(amountPaise, to));
  },
};

export const hasKind = (columns: KindColumns, input: Filters): SQL | undefined =>
  and(
    kindFilters.voucher_type(input.voucher_type, columns),
    kindFilters.brand(input.brand, columns),
    kindFilters.amount_range(input.amount_range, columns),
  );
