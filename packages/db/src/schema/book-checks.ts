import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';

/** The last check of each range of the ledger and of the audit log. See functions/books.sql. */
export const bookChecks = pgTable(
  'book_checks',
  {
    part: text('part').notNull(),
    /** Start of the range: an id, a day (days since 1970-01-01) or an amount in paise, depending on the part. */
    first: bigint('first', { mode: 'number' }).notNull(),
    addedAt: instant('added_at').notNull().defaultNow(),
    /** When a check last started: for some minutes no other process starts one. */
    startedAt: instant('started_at'),
    /** When a check last ended; null until then. */
    checkedAt: instant('checked_at'),
    /** The findings of that check. If there are too many, the last element counts those left out. */
    differences: text('differences').array().notNull().default([]),
  },
  (t) => [primaryKey({ name: 'book_checks_pkey', columns: [t.part, t.first] })],
);
