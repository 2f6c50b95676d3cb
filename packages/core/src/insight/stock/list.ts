import type { FileBatchInput } from '@inaam/contracts/common/exports';
import { paginate } from '@inaam/contracts/common/lists';
import { toRupees } from '@inaam/contracts/common/money';
import type { AdminVoucherList, VoucherFileInput, VoucherListInput } from '@inaam/contracts/vouchers/vouchers';
import type { Db } from '@inaam/db/client';
import { users } from '@inaam/db/schema/identity';
import { vouchers } from '@inaam/db/schema/vouchers';
import { completionStates } from '@inaam/db/views/completions';
import { voucherStates } from '@inaam/db/views/vouchers';
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { afterCursor } from '../../kernel/export-batch.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { type CodeSearch, type FormatCode, formatMasked, parseCodeSearch } from '../../ledger/vouchers/codes.ts';
import { listOwedWins } from '../../ledger/vouchers/owed.ts';
import { countMatching, getFirstExpiryDay, isKnownEmpty, listBrandsOfType, matchVouchers } from './matching.ts';
import { getPageSource, getVoucherSource, isSmallSelection } from './materialised.ts';
import { listIdsByParts } from './pages.ts';
import { voucherStats } from './stats.ts';

const orders = {
  created_at: vouchers.createdAt,
  expiry_date: vouchers.expiryDate,
  voucher_amount: vouchers.amountPaise,
  voucher_brand: sql`lower(${vouchers.brand})`,
  voucher_type: vouchers.type,
  status: voucherStates.status,
  assigned_at: voucherStates.assignedAt,
} satisfies Record<VoucherListInput['sortBy'], unknown>;

/** Orders by columns that only the view has. */
const VIEW_ONLY_ORDERS: ReadonlySet<VoucherListInput['sortBy']> = new Set(['status', 'assigned_at'] as const);

/** Selects IDs of matching vouchers after a cursor, by import time, as a subquery. */
export async function vouchersAfterCursor(
  db: Db,
  input: VoucherFileInput & FileBatchInput,
  code: CodeSearch | undefined,
): Promise<SQL> {
  const { sortOrder, after, limit } = input;
  const direction = sortOrder === 'asc' ? asc : desc;
  const further = afterCursor({ time: sql`${vouchers.createdAt}`, id: sql`${vouchers.id}` }, sortOrder, after);
  const keys = db
    .select({ id: sql<number>`${vouchers.id}`.as('key_id') })
    .from(getVoucherSource(input))
    .where(and((await matchVouchers(db, input, code)).where, further))
    .orderBy(direction(vouchers.createdAt), direction(vouchers.id))
    .limit(limit);
  return sql`(${keys})`;
}

/**
 * Lists vouchers with their winners, stock by type and brand, and owed wins. The page's IDs are found first and joined
 * afterwards.
 * @param show how codes are formatted; see {@link withReadableCodes}
 */
export async function listVouchers(
  services: { kernel: Kernel; secrets: SecretBox },
  input: VoucherListInput,
  show: FormatCode = formatMasked,
): Promise<AdminVoucherList> {
  const { page, limit } = input;
  const code = input.search ? await parseCodeSearch(services, input.search) : undefined;
  const direction = input.sortOrder === 'asc' ? asc : desc;
  return services.kernel.read(async (db) => {
    const matching = await matchVouchers(db, input, code);
    const order = [direction(orders[input.sortBy]), direction(vouchers.id)];
    const few = await isSmallSelection(db, input);
    let found = db
      .select({ id: sql<number>`${vouchers.id}`.as('key_id') })
      .from(few ?? getPageSource(input))
      .$dynamic();
    if (VIEW_ONLY_ORDERS.has(input.sortBy)) found = found.innerJoin(voucherStates, eq(voucherStates.id, vouchers.id));
    const byParts = few ? undefined : await listIdsByParts(db, input);
    const ids = (await isKnownEmpty(db, input)) ? [] : byParts;
    const keys = ids
      ? db
          .select({ id: sql<number>`key_id`.as('key_id') })
          .from(sql`unnest(${sql.param(ids)}::bigint[]) key_id`)
          .as('keys')
      : found
          .where(and(matching.where, await listBrandsOfType(db, input), getFirstExpiryDay(input)))
          .orderBy(...order)
          .limit(limit)
          .offset((page - 1) * limit)
          .as('keys');
    const [rows, total, stats, owed] = await Promise.all([
      db
        .select({ voucher: voucherStates, email: users.email })
        .from(keys)
        .innerJoin(vouchers, eq(vouchers.id, keys.id))
        .innerJoin(voucherStates, eq(voucherStates.id, keys.id))
        .leftJoin(completionStates, eq(completionStates.id, voucherStates.completionId))
        .leftJoin(users, eq(users.id, completionStates.userId))
        .orderBy(...order),
      countMatching(db, matching, input.total),
      voucherStats(db),
      listOwedWins(db),
    ]);
    return {
      vouchers: rows.map(({ voucher, email }) => ({
        voucher_id: voucher.id,
        voucher_code: show(voucher),
        voucher_type: voucher.type,
        voucher_brand: voucher.brand,
        voucher_amount: toRupees(voucher.amountPaise),
        voucher_description: voucher.description,
        voucher_terms: voucher.terms,
        expiry_date: voucher.expiryDate,
        status: voucher.status,
        assigned_to_email: email,
        assigned_at: voucher.assignedAt?.toISOString() ?? null,
        created_at: voucher.createdAt.toISOString(),
      })),
      stats,
      owed,
      pagination: paginate(page, limit, total),
    };
  });
}
