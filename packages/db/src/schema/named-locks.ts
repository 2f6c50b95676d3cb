import { pgTable, text } from 'drizzle-orm/pg-core';

/** Each is a row from the migration that brought it, and never changes. */
export type LockName = 'admins' | 'audit seals' | 'demo' | 'first admin' | 'low stock' | 'offer rates';

/**
 * Rows that are locked where one transaction at a time may do a thing that has no row of its own. Rows, because every
 * engine that speaks PostgreSQL's SQL locks them: see infra/docs/decisions/0027-a-distributed-engine.md.
 */
export const namedLocks = pgTable('named_locks', { name: text('name').$type<LockName>().primaryKey() });
