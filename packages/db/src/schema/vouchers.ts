import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  bigintId,
  bothNullOrNeither,
  bytes,
  instant,
  joinConditions,
  paise,
  positiveSmallint,
  primaryId,
  transactionIdColumn,
} from '../columns.ts';
import { spins } from './spins.ts';

/**
 * Bought vouchers and what happened to them after a win. `voucherAwards` has the winners and `freeVouchers` the free
 * vouchers, so a spin does not write to this table.
 */
export const vouchers = pgTable(
  'vouchers',
  {
    id: primaryId(),
    /** The sealed code. */
    code: text('code').notNull(),
    /** Keyed hash of the code. It keeps the codes of a type and brand unique, and finds a voucher by its exact code. */
    codeHash: bytes('code_hash').notNull(),
    /** The characters that lists show and search. */
    codeEnd: text('code_end').notNull().default(''),
    /** Sealed: the PIN that some brands ask for with the code. */
    pin: text('pin'),
    /** The characters of the PIN that lists show. */
    pinEnd: text('pin_end').notNull().default(''),
    type: text('type').notNull(),
    brand: text('brand').notNull(),
    amountPaise: paise('amount_paise').notNull(),
    description: text('description'),
    terms: text('terms'),
    /** The last valid day, in Indian time. */
    expiryDate: date('expiry_date', { mode: 'string' }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When the voucher left the stock without a winner: it expired, or an admin marked it as expired. */
    expiredAt: instant('expired_at'),
    /** When the winner marked the voucher as used. */
    usedAt: instant('used_at'),
    /** When the voucher was withdrawn and replaced because its code was faulty. It is never awarded again. */
    withdrawnAt: instant('withdrawn_at'),
    withdrawnReason: text('withdrawn_reason'),
    /** A notice that the winner sees until `noticeSeenAt` is set: 'resent' or 'replaced'. */
    notice: text('notice'),
    noticeAt: instant('notice_at'),
    noticeSeenAt: instant('notice_seen_at'),
  },
  (t) => [
    uniqueIndex('vouchers_code_key').on(t.codeHash, t.type, sql`lower(${t.brand})`),
    index('vouchers_code_end_idx').on(t.codeEnd, t.id),
    // For the foreign keys of `freeVouchers` and `voucherAwards`.
    unique('vouchers_id_amount_key').on(t.id, t.amountPaise),
    // For searches in brand names, and for the stock by type, brand and amount.
    index('vouchers_brand_trigrams').using('gin', t.brand.op('gin_trgm_ops')),
    index('vouchers_stock_idx').on(t.type, t.brand, t.amountPaise),
    // Sort columns of lists, with the lists' filter columns, so that a filter skips rows within the index. Written only
    // when vouchers are added, used or withdrawn.
    index('vouchers_created_at_filters_idx').on(
      t.createdAt,
      t.id,
      t.expiryDate,
      t.type,
      t.amountPaise,
      t.usedAt,
      t.withdrawnAt,
    ),
    index('vouchers_expiry_filters_idx').on(t.expiryDate, t.id, t.type, t.amountPaise, t.usedAt, t.withdrawnAt),
    index('vouchers_amount_filters_idx').on(t.amountPaise, t.id, t.expiryDate, t.type, t.usedAt, t.withdrawnAt),
    index('vouchers_type_filters_idx').on(t.type, t.id, t.expiryDate, t.amountPaise, t.usedAt, t.withdrawnAt),
    index('vouchers_brand_idx').on(sql`lower(${t.brand})`, t.id),
    // Few vouchers are used, expired or withdrawn, so each sort order has partial indexes of them.
    index('vouchers_used_created_at_expiry_idx')
      .on(t.createdAt, t.id, t.expiryDate)
      .where(sql`${t.usedAt} is not null`),
    index('vouchers_used_expiry_idx').on(t.expiryDate, t.id).where(sql`${t.usedAt} is not null`),
    index('vouchers_used_brand_idx').on(sql`lower(${t.brand})`, t.id).where(sql`${t.usedAt} is not null`),
    index('vouchers_ended_expiry_idx')
      .on(t.expiryDate, t.id)
      .where(sql`${t.expiredAt} is not null or ${t.withdrawnAt} is not null`),
    index('vouchers_ended_amount_idx')
      .on(t.amountPaise, t.id)
      .where(sql`${t.expiredAt} is not null or ${t.withdrawnAt} is not null`),
    index('vouchers_ended_type_idx')
      .on(t.type, t.id)
      .where(sql`${t.expiredAt} is not null or ${t.withdrawnAt} is not null`),
    index('vouchers_ended_brand_idx')
      .on(sql`lower(${t.brand})`, t.id)
      .where(sql`${t.expiredAt} is not null or ${t.withdrawnAt} is not null`),
    index('vouchers_ended_idx')
      .on(t.createdAt, t.id)
      .where(sql`${t.expiredAt} is not null or ${t.withdrawnAt} is not null`),
    // Partial indexes for lists by status, which are sorted by id within a status.
    index('vouchers_used_id_idx').on(t.id).where(sql`${t.usedAt} is not null`),
    index('vouchers_ended_id_idx').on(t.id).where(sql`${t.expiredAt} is not null or ${t.withdrawnAt} is not null`),
    // Partial indexes by the time of the change of status.
    index('vouchers_used_idx').on(t.usedAt, t.id).where(sql`${t.usedAt} is not null`),
    index('vouchers_expired_idx').on(t.expiredAt, t.id).where(sql`${t.expiredAt} is not null`),
    index('vouchers_withdrawn_idx').on(t.withdrawnAt, t.id).where(sql`${t.withdrawnAt} is not null`),
    check('vouchers_type', sql`${t.type} in ('myntra', 'flipkart', 'amazon', 'swiggy', 'zomato', 'paytm', 'other')`),
    check('vouchers_amount', sql`${t.amountPaise} > 0`),
    check('vouchers_one_end', sql`num_nonnulls(${t.expiredAt}, ${t.usedAt}, ${t.withdrawnAt}) < 2`),
    check('vouchers_withdrawn', bothNullOrNeither(t.withdrawnAt, t.withdrawnReason)),
    check(
      'vouchers_notice',
      joinConditions(
        sql`(${t.notice} is null or ${t.notice} in ('resent', 'replaced'))`,
        bothNullOrNeither(t.notice, t.noticeAt),
        sql`(${t.notice} is not null or ${t.noticeSeenAt} is null)`,
        sql`(${t.notice} is null or (${t.expiredAt} is null and ${t.withdrawnAt} is null))`,
      ),
    ),
  ],
);

/** Vouchers that a win may take. Rows of taken vouchers are deleted, so that the next win finds a voucher fast. */
export const freeVouchers = pgTable(
  'free_vouchers',
  {
    amountPaise: paise('amount_paise').notNull(),
    expiryDate: date('expiry_date', { mode: 'string' }).notNull(),
    voucherId: bigintId('voucher_id').notNull(),
  },
  (t) => [
    // The order in which wins take the vouchers of an amount: earliest expiry first.
    primaryKey({ name: 'free_vouchers_pkey', columns: [t.amountPaise, t.expiryDate, t.voucherId] }),
    uniqueIndex('free_vouchers_voucher_key').on(t.voucherId),
    foreignKey({
      name: 'free_vouchers_voucher_fk',
      columns: [t.voucherId, t.amountPaise],
      foreignColumns: [vouchers.id, vouchers.amountPaise],
    }),
  ],
);

/**
 * One row per amount that was ever in stock or won. Imports of stock lock the row, and so do wins that find no voucher.
 * The row has the position at which a search for a free voucher starts. Vouchers before this position are taken, and
 * without it every search would scan their dead index entries.
 */
export const voucherStockPositions = pgTable('voucher_stock_positions', {
  amountPaise: paise('amount_paise').primaryKey(),
  fromExpiryDate: date('from_expiry_date', { mode: 'string' }).notNull().default('-infinity'),
  fromVoucherId: bigintId('from_voucher_id').notNull().default(0),
  /**
   * Incremented by each addition to the stock, so that a search that began before the addition does not move the
   * position past the added vouchers.
   */
  additions: bigint('additions', { mode: 'number' }).notNull().default(0),
});

/**
 * Voucher awards, by the completion whose spin won. A replacement is the next award of the same completion, after the
 * previous voucher was withdrawn. Rows are inserted and not changed.
 */
export const voucherAwards = pgTable(
  'voucher_awards',
  {
    voucherId: bigintId('voucher_id').primaryKey(),
    completionId: bigintId('completion_id')
      .notNull()
      .references(() => spins.completionId),
    awardNumber: positiveSmallint('award_number').notNull().default(1),
    amountPaise: paise('amount_paise').notNull(),
    awardedAt: instant('awarded_at').notNull().defaultNow(),
    xid: transactionIdColumn(),
  },
  (t) => [
    // Concurrent awards of a completion get the same number, so only one of them can commit.
    uniqueIndex('voucher_awards_number_key').on(t.completionId, t.awardNumber),
    index('voucher_awards_xid_idx').on(t.xid),
    // For voucher lists by time of the win, and for the rate of wins per amount.
    index('voucher_awards_awarded_at_idx').on(t.awardedAt, t.voucherId, t.amountPaise),
    foreignKey({
      name: 'voucher_awards_voucher_fk',
      columns: [t.voucherId, t.amountPaise],
      foreignColumns: [vouchers.id, vouchers.amountPaise],
    }),
  ],
);

/**
 * Voucher counts by type, brand and amount. Triggers count changes of `vouchers`. A consumer of the change feed counts
 * awards, so that spins do not write here. `voucherCountsNow` adds awards that are not counted yet. See
 * functions/voucher-counts.sql.
 */
export const voucherCounts = pgTable(
  'voucher_counts',
  {
    type: text('type').notNull(),
    brand: text('brand').notNull(),
    amountPaise: paise('amount_paise').notNull(),
    total: integer('total').notNull().default(0),
    /** Vouchers that left the stock without a winner. */
    expired: integer('expired').notNull().default(0),
    used: integer('used').notNull().default(0),
    /** Vouchers that were withdrawn from a winner. */
    withdrawn: integer('withdrawn').notNull().default(0),
    /** Vouchers that were ever won, including used and withdrawn vouchers. */
    awarded: integer('awarded').notNull().default(0),
  },
  (t) => [primaryKey({ name: 'voucher_counts_pkey', columns: [t.type, t.brand, t.amountPaise] })],
);

/** One row: the sealed key with which codes are hashed. */
export const codeHashKeys = pgTable(
  'code_hash_keys',
  {
    id: smallint('id').primaryKey().default(1),
    sealed: text('sealed').notNull(),
  },
  (t) => [check('code_hash_keys_one', sql`${t.id} = 1`)],
);
