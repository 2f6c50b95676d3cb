import type { DifferenceKind, StatementFormat, StatementTotals } from '@inaam/contracts/networks/statements';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bigintId, instant, paise, primaryId } from '../columns.ts';
import { admins } from './identity.ts';
import { networks } from './networks.ts';

/** A network's statement of a month: the payouts that it lists. A later upload for the month replaces the statement. */
export const networkStatements = pgTable(
  'network_statements',
  {
    id: primaryId(),
    networkId: bigintId('network_id')
      .notNull()
      .references(() => networks.id),
    /** `2026-10` */
    month: text('month').notNull(),
    fileName: text('file_name').notNull(),
    /** How the file was read, proposed for the next file. */
    format: jsonb('format').$type<StatementFormat>().notNull(),
    /** The number of lines in the file. */
    lines: integer('lines').notNull(),
    uploadedAt: instant('uploaded_at').notNull().defaultNow(),
    adminId: bigintId('admin_id')
      .notNull()
      .references(() => admins.id),
    /** When the statement was last compared with the ledger; null during the upload. */
    comparedAt: instant('compared_at'),
    totals: jsonb('totals').$type<StatementTotals[]>().notNull().default([]),
  },
  (t) => [
    uniqueIndex('network_statements_month_key').on(t.networkId, t.month).where(sql`${t.comparedAt} is not null`),
    index('network_statements_network_idx').on(t.networkId, t.month, t.id),
    check('network_statements_month', sql`${t.month} ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'`),
  ],
);

export const networkStatementLines = pgTable(
  'network_statement_lines',
  {
    statementId: bigintId('statement_id').notNull(),
    /** The line of the file, from 1. */
    line: integer('line').notNull(),
    /** The day in the file; null if the line has none. */
    day: date('day', { mode: 'string' }),
    /** The transaction id in the file; `click:{click}:{goal}` if the line has none, as for postbacks. */
    transactionId: text('transaction_id').notNull(),
    /** `''` if the line names no goal. */
    goalId: text('goal_id').notNull(),
    clickId: text('click_id'),
    /** The network's id of the offer. */
    offer: text('offer'),
    /** The payout in millionths of the currency's unit. */
    micros: bigint('micros', { mode: 'bigint' }).notNull(),
    currency: text('currency').notNull(),
    status: text('status').$type<'approved' | 'reversed'>().notNull(),
  },
  (t) => [
    primaryKey({ name: 'network_statement_lines_pkey', columns: [t.statementId, t.line] }),
    foreignKey({
      name: 'network_statement_lines_statement_fk',
      columns: [t.statementId],
      foreignColumns: [networkStatements.id],
    }).onDelete('cascade'),
    check('network_statement_lines_status', sql`${t.status} in ('approved', 'reversed')`),
  ],
);

/** Differences between a statement and the ledger, as of the last comparison. */
export const statementDifferences = pgTable(
  'statement_differences',
  {
    id: primaryId(),
    statementId: bigintId('statement_id').notNull(),
    kind: text('kind').$type<DifferenceKind>().notNull(),
    /**
     * SHA-256 over the kind and the values of both sides, so that an equal difference of the next upload has the same
     * hash.
     */
    hash: text('hash').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** The line of the file; null if only the ledger has the transaction. */
    line: integer('line'),
    transactionId: text('transaction_id').notNull(),
    goalId: text('goal_id').notNull(),
    clickId: text('click_id'),
    offerId: bigintId('offer_id'),
    /** The offer's title, or the network's id of an unknown offer; `''` if there is neither. */
    offer: text('offer').notNull(),
    theirMicros: bigint('their_micros', { mode: 'bigint' }),
    theirCurrency: text('their_currency'),
    /** The file's payout at our record's rate, else at the network's current rate; null without a rate; 0 if unpaid. */
    theirPaise: paise('their_paise'),
    theirStatus: text('their_status').$type<'approved' | 'reversed'>(),
    theirGoal: text('their_goal'),
    ourMicros: bigint('our_micros', { mode: 'bigint' }),
    ourCurrency: text('our_currency'),
    /** The payout in the ledger; 0 if it is unconfirmed or reversed. */
    ourPaise: paise('our_paise'),
    ourStatus: text('our_status').$type<'pending' | 'approved' | 'reversed'>(),
    ourGoal: text('our_goal'),
    ourAt: instant('our_at'),
    completionId: bigintId('completion_id'),
    /** The refused or parked postback that the network pays for. */
    postbackId: bigintId('postback_id'),
    reason: text('reason'),
  },
  (t) => [
    foreignKey({
      name: 'statement_differences_statement_fk',
      columns: [t.statementId],
      foreignColumns: [networkStatements.id],
    }).onDelete('cascade'),
    index('statement_differences_day_idx').on(t.statementId, t.day, t.id),
  ],
);

/** Differences that an admin accepted. They stay accepted when the month is uploaded again. */
export const acceptedDifferences = pgTable(
  'accepted_differences',
  {
    networkId: bigintId('network_id')
      .notNull()
      .references(() => networks.id),
    month: text('month').notNull(),
    hash: text('hash').notNull(),
    adminId: bigintId('admin_id')
      .notNull()
      .references(() => admins.id),
    at: instant('at').notNull().defaultNow(),
    reason: text('reason').notNull(),
  },
  (t) => [primaryKey({ name: 'accepted_differences_pkey', columns: [t.networkId, t.month, t.hash] })],
);
