import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, timestamp } from 'drizzle-orm/pg-core';

/** Columns that many tables have. Their names are written out: drizzle's casing option is not reliable. */

export const primaryId = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

export const reference = (name: string) => bigint(name, { mode: 'number' });

/** An instant. The database clock decides, so most have `defaultNow()`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Whole paise. Safe as a JavaScript number: see MAX_RUPEES in contracts. */
export const paise = (name: string) => bigint(name, { mode: 'number' });

/** A condition for checks: both columns are null, or neither is. */
export const bothOrNeither = (a: AnyPgColumn, b: AnyPgColumn): SQL => sql`(${a} is null) = (${b} is null)`;

/** A condition for checks: all of these, as PostgreSQL stores them. Drizzle's `and` would add brackets. */
export const allOf = (...conditions: SQL[]): SQL => sql.join(conditions, sql` and `);
