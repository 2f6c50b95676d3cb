import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** Column types shared by many tables. Names are explicit: drizzle's casing option is not reliable. */

export const primaryId = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

export const bigintId = (name: string) => bigint(name, { mode: 'number' });

/** An instant. Most use `defaultNow()`: the database's clock decides. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Whole paise. Safe as a JavaScript number: see MAX_RUPEES in contracts. */
export const paise = (name: string) => bigint(name, { mode: 'number' });

/** A check condition: both columns are null, or neither is. */
export const bothNullOrNeither = (a: AnyPgColumn, b: AnyPgColumn): SQL => sql`(${a} is null) = (${b} is null)`;

/** Joins check conditions by `and` without brackets, as PostgreSQL stores them. Drizzle's `and` would add brackets. */
export const joinConditions = (...conditions: SQL[]): SQL => sql.join(conditions, sql` and `);

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });

/**
 * The transaction that inserted a fact, such as a click. Consumers of the change feed read facts in the order of these
 * transactions: see infra/docs/decisions/0007. The value 0 marks a fact that all consumers had read before a repair of
 * the change feed.
 */
export const transactionIdColumn = () => xid8('xid').notNull().default(sql`pg_current_xact_id()`);

/** A number column whose type is a database domain that checks the value: see {@link rollNumber}. */
const domainColumn = (domain: string) =>
  customType<{ data: number; driverData: number | string }>({
    dataType: () => domain,
    fromDriver: Number,
  });

/**
 * The tables of completions, spins and vouchers use domains instead of table checks. PostgreSQL prepares a domain's
 * check once, but parses and plans table checks in each statement, which took a fifth of the CPU instructions of
 * settling a spin (infra/docs/decisions/0005).
 */

/** 0 to 999. */
export const rollNumber = domainColumn('roll_number');
/** Positive whole paise. */
export const positivePaise = domainColumn('positive_paise');
/** 1 and up. */
export const positiveSmallint = domainColumn('positive_smallint');
/** How the client's seed of a draw was committed: see `ClientSeedStatus` of the core. */
export const clientSeedStatus = customType<{ data: 'open' | 'committed' | 'lost' }>({
  dataType: () => 'client_seed_status',
});
