import { pgTable, text } from 'drizzle-orm/pg-core';

/** Each is a row from a migration, and never changes. */
export type LockName =
  | 'admins'
  | 'audit seals'
  | 'book checks'
  | 'demo'
  | 'first admin'
  | 'house'
  | 'low stock'
  | 'offer rates';

/**
 * Locks for work that has no row of its own, one transaction at a time. Rows instead of advisory locks, because every
 * engine with PostgreSQL's SQL supports row locks: see infra/docs/decisions/0027-a-distributed-engine.md.
 */
export const namedLocks = pgTable('named_locks', { name: text('name').$type<LockName>().primaryKey() });
