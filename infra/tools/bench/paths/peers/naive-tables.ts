import { bigint, boolean, date, integer, jsonb, pgSchema, text, timestamp } from 'drizzle-orm/pg-core';

/** The lean tables, as the naive server describes them to its query builder. */

const { table } = pgSchema('bench');
const number = (name: string) => bigint(name, { mode: 'number' }).notNull();
const instant = (name: string) => timestamp(name, { withTimezone: true });

export const users = table('users', { id: number('id').primaryKey(), suspendedAt: instant('suspended_at') });

export const sessions = table('sessions', {
  id: text('id').primaryKey(),
  userId: number('user_id'),
  expiresAt: instant('expires_at').notNull(),
});

export const counters = table('counters', {
  userId: number('user_id').primaryKey(),
  spins: integer('spins').notNull(),
  wonPaise: number('won_paise'),
});

export const offers = table('offers', {
  id: number('id').primaryKey(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  url: text('url').notNull(),
  category: text('category').notNull(),
  model: text('model').notNull(),
  odds: jsonb('odds').notNull(),
  active: boolean('active').notNull(),
  createdAt: instant('created_at').notNull(),
});

export const clicks = table('clicks', {
  id: number('id').primaryKey().generatedAlwaysAsIdentity(),
  clickId: text('click_id').notNull(),
  userId: number('user_id'),
  offerId: number('offer_id'),
});

export const completions = table('completions', {
  id: number('id').primaryKey(),
  userId: number('user_id'),
  offerId: number('offer_id'),
  completedAt: instant('completed_at').notNull(),
  spun: boolean('spun').notNull(),
});

export const spins = table('spins', {
  completionId: number('completion_id').primaryKey(),
  userId: number('user_id'),
  roll: integer('roll').notNull(),
  amountPaise: number('amount_paise'),
  voucherId: number('voucher_id'),
});

export const vouchers = table('vouchers', {
  id: number('id').primaryKey(),
  code: text('code').notNull(),
  brand: text('brand').notNull(),
  amountPaise: number('amount_paise'),
  expiryDate: date('expiry_date').notNull(),
  status: text('status').notNull(),
  completionId: bigint('completion_id', { mode: 'number' }),
});
