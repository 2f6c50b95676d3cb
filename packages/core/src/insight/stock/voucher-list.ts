import { toRupees } from '@inaam/contracts/common/money';
import type { AdminVoucher, VoucherListInput, VoucherStatus } from '@inaam/contracts/vouchers/vouchers';
import type { Db } from '@inaam/db/client';
import { voucherAwards, vouchers } from '@inaam/db/schema/vouchers';
import { voucherStates } from '@inaam/db/views/vouchers';
import { isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { formatFileTime, formatFileTimeOrNull } from '../../kernel/export-batch.ts';
import { defineList, inOrder, type Order } from '../../kernel/list.ts';
import type { CodeSearch, FormatCode } from '../../ledger/vouchers/codes.ts';
import { type ExpiryFilter, type Filters, hasStatus, kindFilters, matchesExpiry } from './filters.ts';
import { matchSearch, type SearchMatches } from './search.ts';
import { getVoucherSource } from './sources.ts';

export interface VoucherContext {
  /** How codes are formatted; see `withReadableCodes`. */
  show: FormatCode;
  expiry: ExpiryFilter;
  found: SearchMatches | undefined;
  /** A selection that a page reads: see `sources.ts`. */
  pageSource?: SQL | undefined;
  /** The statuses of the part to read, if the list is read in parts. */
  statuses?: readonly VoucherStatus[];
}

/** Resolves the search. @param code the search text as a code */
export const lookUpVouchers = async (
  db: Db,
  { search, expiry_filter: expiry }: Filters,
  code: CodeSearch | undefined,
  show: FormatCode,
): Promise<VoucherContext> => ({
  show,
  expiry,
  found: search && code ? await matchSearch(db, search, code) : undefined,
});

interface VoucherRow extends Record<string, unknown> {
  id: number;
  code: string;
  code_end: string;
  pin: string | null;
  pin_end: string;
  type: string;
  brand: string;
  amount_paise: string;
  description: string | null;
  terms: string | null;
  expiry_date: string;
  status: VoucherStatus;
  assigned_at: string | null;
  created_at: string;
  user_id: number | null;
  email: string | null;
}

async function readVouchers(db: Db, ids: readonly number[], { show }: VoucherContext): Promise<AdminVoucher[]> {
  const rows = await db.execute<VoucherRow>(sql`
    select v.id, v.code, v.code_end, v.pin, v.pin_end, v.type, v.brand, v.amount_paise, v.description, v.terms,
      v.expiry_date, v.status, v.assigned_at, v.created_at, u.id as user_id, u.email
    from ${inOrder(ids)}
    join voucher_states v on v.id = keys.id
    left join completions c on c.id = v.completion_id
    left join users u on u.id = c.user_id
    order by keys.place`);
  return rows.map((row) => ({
    voucher_id: row.id,
    ...show({
      code: row.code,
      codeEnd: row.code_end,
      pin: row.pin,
      pinEnd: row.pin_end,
      amountPaise: Number(row.amount_paise),
    }),
    voucher_type: row.type,
    voucher_brand: row.brand,
    voucher_amount: toRupees(Number(row.amount_paise)),
    voucher_description: row.description,
    voucher_terms: row.terms,
    expiry_date: row.expiry_date,
    status: row.status,
    assigned_to_user_id: row.user_id,
    assigned_to_email: row.email,
    assigned_at: formatFileTimeOrNull(row.assigned_at),
    created_at: formatFileTime(row.created_at),
  }));
}

/** The list's input, with two more sort orders for parts of the list: see `parts.ts`. */
type Input = Omit<VoucherListInput, 'sortBy'> & { sortBy: VoucherListInput['sortBy'] | 'id' | 'won_at' };

const orderByColumn = (key: SQLWrapper): Order<VoucherContext> => ({
  by: [key, vouchers.id],
  sources: ({ pageSource }) => pageSource && [pageSource],
});
/** Sorts by a column that only the view `voucher_states` has. */
const byState = (key: SQLWrapper): Order<VoucherContext> => ({
  by: [key, vouchers.id],
  sources: ({ expiry, pageSource = getVoucherSource(expiry) }) => [
    sql`${pageSource} join ${voucherStates} on ${voucherStates.id} = ${vouchers.id}`,
  ],
});

export const voucherList = defineList<Input, VoucherContext, AdminVoucher>({
  sources: ({ expiry }) => [getVoucherSource(expiry)],
  id: vouchers.id,
  filters: {
    status: (status, { expiry }) => hasStatus(status, expiry),
    brand: (brand) => kindFilters.brand(brand, vouchers),
    voucher_type: (type) => kindFilters.voucher_type(type, vouchers),
    amount_range: (range) => kindFilters.amount_range(range, vouchers),
    expiry_filter: (expiry) => matchesExpiry(vouchers.expiryDate, expiry),
  },
  search: (_, { found }) => found?.where,
  orders: {
    created_at: orderByColumn(vouchers.createdAt),
    expiry_date: orderByColumn(vouchers.expiryDate),
    voucher_amount: orderByColumn(vouchers.amountPaise),
    voucher_brand: orderByColumn(sql`lower(${vouchers.brand})`),
    voucher_type: orderByColumn(vouchers.type),
    status: byState(voucherStates.status),
    assigned_at: byState(voucherStates.assignedAt),
    id: {
      by: [vouchers.id],
      sources({ expiry, statuses }) {
        const [first, ...others] = (statuses ?? []).map(
          (status) => sql`(select * from ${vouchers} where ${hasStatus(status, expiry)}) ${vouchers}`,
        );
        return first && [first, ...others];
      },
    },
    won_at: {
      by: [voucherAwards.awardedAt, voucherAwards.voucherId],
      where: isNull(vouchers.withdrawnAt),
      sources: () => [sql`${voucherAwards} join ${vouchers} on ${vouchers.id} = ${voucherAwards.voucherId}`],
    },
  },
  exportOrder: vouchers.createdAt,
  columns: readVouchers,
});
