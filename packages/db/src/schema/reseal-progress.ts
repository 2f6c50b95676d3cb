import { bigint, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * How far a large table has been looked through for what an older key sealed: what is sealed comes with a higher id, so
 * that nobody has to look at the rest again until the key is another one.
 */
export const resealProgress = pgTable('reseal_progress', {
  /** The table. */
  what: text('what').primaryKey(),
  /** Names the key that all rows up to here lie under. */
  keyId: text('key_id').notNull(),
  upto: bigint('upto', { mode: 'number' }).notNull(),
});
