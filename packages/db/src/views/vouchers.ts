import { date, pgTable, text } from 'drizzle-orm/pg-core';
import { bigintId, bytes, instant, paise } from '../columns.ts';

/** The view of vouchers with status and winner, always current. See functions/vouchers.sql. */
export const voucherStates = pgTable('voucher_states', {
  id: bigintId('id').notNull(),
  code: text('code').notNull(),
  type: text('type').notNull(),
  brand: text('brand').notNull(),
  amountPaise: paise('amount_paise').notNull(),
  description: text('description'),
  terms: text('terms'),
  expiryDate: date('expiry_date', { mode: 'string' }).notNull(),
  status: text('status').$type<'available' | 'assigned' | 'used' | 'expired'>().notNull(),
  /** The completion that won the voucher; null if none did, or if the voucher was withdrawn. */
  completionId: bigintId('completion_id'),
  assignedAt: instant('assigned_at'),
  usedAt: instant('used_at'),
  createdAt: instant('created_at').notNull(),
  withdrawnAt: instant('withdrawn_at'),
  withdrawnFrom: bigintId('withdrawn_from'),
  withdrawnReason: text('withdrawn_reason'),
  notice: text('notice'),
  noticeAt: instant('notice_at'),
  noticeSeenAt: instant('notice_seen_at'),
  codeHash: bytes('code_hash'),
  codeEnd: text('code_end').notNull(),
  pin: text('pin'),
  pinEnd: text('pin_end').notNull(),
});

/** The view of each completion's current voucher. A filter by completion uses an index, unlike in `voucherStates`. */
export const completionVouchers = pgTable('completion_vouchers', {
  completionId: bigintId('completion_id').notNull(),
  id: bigintId('id').notNull(),
  code: text('code').notNull(),
  type: text('type').notNull(),
  brand: text('brand').notNull(),
  amountPaise: paise('amount_paise').notNull(),
  description: text('description'),
  terms: text('terms'),
  expiryDate: date('expiry_date', { mode: 'string' }).notNull(),
  status: text('status').$type<'assigned' | 'used'>().notNull(),
  assignedAt: instant('assigned_at').notNull(),
  usedAt: instant('used_at'),
  notice: text('notice'),
  noticeAt: instant('notice_at'),
  noticeSeenAt: instant('notice_seen_at'),
  codeHash: bytes('code_hash'),
  codeEnd: text('code_end').notNull(),
  pin: text('pin'),
  pinEnd: text('pin_end').notNull(),
});
