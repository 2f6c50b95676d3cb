import { amountRanges, type VoucherListInput, type VoucherStatus } from '@inaam/contracts/vouchers/vouchers';
import { freeVouchers, voucherAwards, vouchers } from '@inaam/db/schema/vouchers';
import { type AnyColumn, and, eq, gte, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';

/** SQL conditions for the filters of the voucher list. */

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

/** The condition of an expiry filter; none for `all`. @param day the column of vouchers or of available vouchers */
export const matchesExpiry = (day: AnyColumn, filter: ExpiryFilter): SQL | undefined =>
  filter === 'all' ? undefined : lastDayFilters(day)[filter];

/** Whether a voucher has expired or was withdrawn, written exactly as in the conditions of the partial indexes. */
export const isEnded = or(isNotNull(vouchers.expiredAt), isNotNull(vouchers.withdrawnAt));

/**
 * Vouchers that are still available after their last day. These are rare, because a job marks vouchers as expired soon
 * after midnight.
 */
const freePastLastDay = sql`(select ${freeVouchers.voucherId} from ${freeVouchers}
  where ${freeVouchers.expiryDate} < ${today})`;

/** Each status as a condition on columns, because no index contains the status that the view computes. */
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

/** Faster equivalents of `byStatus`, for the expiry filter `expired`. */
const byStatusPastLastDay: Partial<typeof byStatus> = {
  available: sql`${vouchers.id} in ${freePastLastDay}`,
  // After its last day, a voucher has been awarded if it is neither used, withdrawn, marked as expired nor in stock.
  assigned: and(
    isNull(vouchers.usedAt),
    isNull(vouchers.withdrawnAt),
    isNull(vouchers.expiredAt),
    sql`${vouchers.id} not in ${freePastLastDay}`,
  ),
};

/** Filters by status. @param expiry the filter by last day, which decides the index that PostgreSQL uses */
export function hasStatus(status: VoucherListInput['status'], expiry: ExpiryFilter): SQL | undefined {
  if (status === 'all') return undefined;
  return (expiry === 'expired' ? byStatusPastLastDay[status] : undefined) ?? byStatus[status];
}

/** The columns of a kind (a type, brand and amount) in vouchers, free vouchers, or the table of stock counts. */
type KindColumns = Record<'type' | 'brand' | 'amountPaise', AnyColumn>;

/** Conditions on the type, brand and amount. */
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
