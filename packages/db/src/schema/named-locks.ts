import { pgTable, text } from 'drizzle-orm/pg-core';

/** Names of locks. A migration inserts one row for each name, and the rows never change. */
export type LockName =
  | 'admins'
  | 'audit seals'
  | 'book checks'
  | 'demo'
  | 'first admin'
  | 'house'
  | 'low stock'
  | 'offer rates'
  | 'partitions';

/**
 * Locks for work that only one transaction at a time may do and that has no row to lock. The locks are rows and not
 * advisory locks, because every engine with PostgreSQL's SQL supports row locks: see
 * infra/docs/decisions/0027-a-distributed-engine.md.
 */
export const namedLocks = pgTable('named_locks', { name: text('name').$type<LockName>().primaryKey() });
