import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../columns.ts';

/** The first day to publish, in Indian time: the day on which `publishDraws` first ran. */
export const publishedDrawsStart = pgTable(
  'published_draws_start',
  {
    id: integer('id').primaryKey().default(1),
    day: date('day').notNull(),
  },
  (t) => [check('published_draws_start_one', sql`${t.id} = 1`)],
);

/** A published day. The row is inserted when the day is complete, and never changes. */
export const publishedDraws = pgTable(
  'published_draws',
  {
    /** The day in Indian time. */
    day: date('day').primaryKey(),
    /** The Merkle root (RFC 6962) over the commitments of the day's completions, ordered by id. */
    root: bytes('root').notNull(),
    count: integer('count').notNull(),
    publishedAt: instant('published_at').notNull().defaultNow(),
  },
  (t) => [
    check('published_draws_root', sql`length(${t.root}) = 32`),
    check('published_draws_count', sql`${t.count} >= 0`),
  ],
);
