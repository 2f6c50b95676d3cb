import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { allOf, bothOrNeither, instant, paise, primaryId, reference } from '../columns.ts';
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
    /** The last day on which it is valid, in India. */
    expiryDate: date('expiry_date', { mode: 'string' }).notNull(),
    status: text('status').notNull().default('available'),
    /** The spin that won it. */
    completionId: reference('completion_id').references(() => spins.completionId),
    assignedAt: instant('assigned_at'),
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When a code that did not work was taken back from its winner, who got another: it is never given again. */
    withdrawnAt: instant('withdrawn_at'),
    withdrawnFrom: reference('withdrawn_from').references(() => spins.completionId),
    withdrawnReason: text('withdrawn_reason'),
    /** What the winner is told about it, until they have seen it: 'resent' or 'replaced'. */
    notice: text('notice'),
    noticeAt: instant('notice_at'),
    noticeSeenAt: instant('notice_seen_at'),
  },
  (t) => [
    uniqueIndex('vouchers_code_key').on(t.code),
    // One spin, one voucher.
    uniqueIndex('vouchers_completion_id_key').on(t.completionId),
    // What a winning spin picks: of the amount, what expires first.
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
      allOf(
        sql`(${t.status} in ('assigned', 'used')) = (${t.completionId} is not null)`,
        bothOrNeither(t.completionId, t.assignedAt),
      ),
    ),
    check(
      'vouchers_withdrawn',
      allOf(
        bothOrNeither(t.withdrawnAt, t.withdrawnFrom),
        bothOrNeither(t.withdrawnAt, t.withdrawnReason),
        sql`(${t.withdrawnAt} is null or ${t.status} = 'expired')`,
      ),
    ),
    check(
      'vouchers_notice',
      allOf(
        sql`(${t.notice} is null or ${t.notice} in ('resent', 'replaced'))`,
        bothOrNeither(t.notice, t.noticeAt),
        sql`(${t.notice} is not null or ${t.noticeSeenAt} is null)`,
      ),
    ),
    check('vouchers_used', sql`(${t.status} = 'used') = (${t.usedAt} is not null)`),
  ],
);
