import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** Columns that many tables have. Their names are written out: drizzle's casing option is not reliable. */

export const primaryId = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

export const reference = (name: string) => bigint(name, { mode: 'number' });

/** An instant. The database clock decides, so most have `defaultNow()`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Whole paise. Safe as a JavaScript number: see MAX_RUPEES in contracts. */
export const paise = (name: string) => bigint(name, { mode: 'number' });

/** A condition for checks: both columns are null, or neither is. */
export const bothNullOrNeither = (a: AnyPgColumn, b: AnyPgColumn): SQL => sql`(${a} is null) = (${b} is null)`;

/** A condition for checks: all of these, as PostgreSQL stores them. Drizzle's `and` would add brackets. */
export const allOf = (...conditions: SQL[]): SQL => sql.join(conditions, sql` and `);

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });

/**
 * The transaction that inserted a fact. Consumers of the feed read facts in the order of these, see
 * infra/docs/decisions/0007. 0: read before a repair of the feed.
 */
export const transactionIdColumn = () => xid8('xid').notNull().default(sql`pg_current_xact_id()`);

/** A number of a domain of the database, which checks the value: see {@link thousandth}. */
const ofDomain = (domain: string) =>
  customType<{ data: number; driverData: number | string }>({
    dataType: () => domain,
    fromDriver: Number,
  });

/**
 * Domains in place of checks, on tables into which a move inserts: what a domain asks is prepared once, while the text
 * of a table's checks is parsed and planned by each statement, which was a fifth of a settlement
 * (infra/docs/decisions/0005).
 */

/** 0 to 999. */
export const rollNumber = ofDomain('roll_number');
/** Whole paise, more than none. */
export const positivePaise = ofDomain('positive_paise');
/** 1, 2, 3 and so on. */
export const positiveSmallint = ofDomain('positive_smallint');
/** Where the text is from that was mixed into a draw, see the draw in packages/contracts. */
export const clientShareKind = customType<{ data: 'open' | 'committed' | 'lost' }>({
  dataType: () => 'client_share_kind',
});
