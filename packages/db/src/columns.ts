import { bigint, timestamp } from 'drizzle-orm/pg-core';

/** One spelling for what every table has. Column names are written out: drizzle's casing option is not reliable. */

export const primaryId = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

export const reference = (name: string) => bigint(name, { mode: 'number' });

/** An instant. The database clock decides, so most have `defaultNow()`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Whole paise. Safe as a JavaScript number: see MAX_RUPEES in contracts. */
export const paise = (name: string) => bigint(name, { mode: 'number' });
