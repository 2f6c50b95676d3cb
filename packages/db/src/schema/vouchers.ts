import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, paise, primaryId, reference } from '../columns.ts';
import { spins } from './spins.ts';

export const vouchers = pgTable(
  'vouchers',
  {
    id: primaryId(),
    code: text('code').notNull(),
    type: text('type').notNull(),
    brand: text('brand').notNull(),
    amountPaise: paise('amount_paise').notNull(),
    description: text('description'),
    terms: text('terms'),
    /** The last day on which it is good, in India. */
    expiryDate: date('expiry_date', { mode: 'string' }).notNull(),
    status: text('status').notNull().default('available'),
    /** The spin that won it. */
    completionId: reference('completion_id').references(() => spins.completionId),
    assignedAt: instant('assigned_at'),
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** A code that did not work was taken back from the winner and another given: it never goes out again. */
    withdrawnAt: instant('withdrawn_at'),
    withdrawnFrom: reference('withdrawn_from').references(() => spins.completionId),
    withdrawnReason: text('withdrawn_reason'),
    /** What the winner is told about it until they have seen it. */
    notice: text('notice'),
    noticeAt: instant('notice_at'),
    noticeSeenAt: instant('notice_seen_at'),
  },
  (t) => [
    uniqueIndex('vouchers_code_key').on(t.code),
    // One spin, one voucher.
    uniqueIndex('vouchers_completion_id_key').on(t.completionId),
    // The pick of a winning spin: of the amount, what expires first.
    index('vouchers_pick_idx').on(t.amountPaise, t.expiryDate, t.id).where(sql`${t.status} = 'available'`),
    index('vouchers_withdrawn_from_idx').on(t.withdrawnFrom).where(sql`${t.withdrawnFrom} is not null`),
    // Searches for a part of a code or a brand, and the stock by type, brand, amount and status.
    index('vouchers_trigrams').using('gin', t.code.op('gin_trgm_ops'), t.brand.op('gin_trgm_ops')),
    index('vouchers_stock_idx').on(t.type, t.brand, t.amountPaise, t.status),
    index('vouchers_expiry_idx').on(t.expiryDate, t.id),
    index('vouchers_created_at_idx').on(t.createdAt, t.id),
    check('vouchers_type', sql`${t.type} in ('myntra', 'flipkart', 'amazon', 'swiggy', 'zomato', 'paytm', 'other')`),
    check('vouchers_status', sql`${t.status} in ('available', 'assigned', 'used', 'expired')`),
    check('vouchers_amount', sql`${t.amountPaise} > 0`),
    check(
      'vouchers_winner',
      sql`(${t.status} in ('assigned', 'used')) = (${t.completionId} is not null) and (${t.completionId} is null) = (${t.assignedAt} is null)`,
    ),
    check(
      'vouchers_withdrawn',
      sql`(${t.withdrawnAt} is null) = (${t.withdrawnFrom} is null) and (${t.withdrawnAt} is null) = (${t.withdrawnReason} is null) and (${t.withdrawnAt} is null or ${t.status} = 'expired')`,
    ),
    check(
      'vouchers_notice',
      sql`(${t.notice} is null or ${t.notice} in ('resent', 'replaced')) and (${t.notice} is null) = (${t.noticeAt} is null) and (${t.notice} is not null or ${t.noticeSeenAt} is null)`,
    ),
    check('vouchers_used', sql`(${t.status} = 'used') = (${t.usedAt} is not null)`),
  ],
);
