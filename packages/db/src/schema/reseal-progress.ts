import { bigint, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * How far a column of a large table was checked for values that an older key seals. New rows have higher ids and the
 * new key, so checked rows need no second check until the next rotation.
 */
export const resealProgress = pgTable('reseal_progress', {
  /** The column, as `table.column`. */
  what: text('what').primaryKey(),
  /** The id of the key that seals all checked rows. */
  keyId: text('key_id').notNull(),
  upto: bigint('upto', { mode: 'number' }).notNull(),
});
