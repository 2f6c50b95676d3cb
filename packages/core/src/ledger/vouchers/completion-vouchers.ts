import { toRupees } from '@inaam/contracts/common/money';
import type { ProfileVoucher } from '@inaam/contracts/identity/user-profile';
import type { Db } from '@inaam/db/client';
import { voucherAwards } from '@inaam/db/schema/vouchers';
import { voucherStates } from '@inaam/db/views/vouchers';
import { desc, inArray, sql } from 'drizzle-orm';
import { formatMasked } from './codes.ts';

type Notice = ProfileVoucher['notice'];

/** Lists vouchers of completions, including withdrawn ones, with masked codes, newest first. */
export async function listCompletionVouchers(db: Db, completionIds: readonly number[]): Promise<ProfileVoucher[]> {
  if (completionIds.length === 0) return [];
  // Starts from the indexed awards, because the view would look up the completion of every voucher.
  const awarded = db
    .select({ id: voucherAwards.voucherId })
    .from(voucherAwards)
    .where(inArray(voucherAwards.completionId, [...completionIds]));
  const rows = await db
    .select()
    .from(voucherStates)
    .where(inArray(voucherStates.id, awarded))
    // Sorts by more than the time, because a replacement and the withdrawal before it have the same time.
    .orderBy(
      desc(sql`coalesce(${voucherStates.assignedAt}, ${voucherStates.withdrawnAt})`),
      desc(sql`${voucherStates.withdrawnAt} is null`),
      desc(voucherStates.id),
    );
  return rows.map((row) => ({
    voucher_id: row.id,
    completion_id: row.completionId ?? row.withdrawnFrom ?? 0,
    ...formatMasked(row),
    voucher_brand: row.brand,
    voucher_amount: toRupees(row.amountPaise),
    status: row.status,
    expiry_date: row.expiryDate,
    assigned_at: row.assignedAt?.toISOString() ?? null,
    withdrawn_at: row.withdrawnAt?.toISOString() ?? null,
    withdrawn_reason: row.withdrawnReason,
    notice: row.notice as Notice,
    notice_seen_at: row.noticeSeenAt?.toISOString() ?? null,
  }));
}
