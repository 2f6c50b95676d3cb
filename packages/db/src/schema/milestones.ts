import { pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bigintId } from '../columns.ts';
import { users } from './identity.ts';
import { offers } from './offers.ts';

/**
 * Reached milestones whose completion does not exist yet: see functions/milestones.sql. Usually empty within a second.
 */
export const dueMilestones = pgTable(
  'due_milestones',
  {
    userId: bigintId('user_id')
      .notNull()
      .references(() => users.id),
    offerId: bigintId('offer_id')
      .notNull()
      .references(() => offers.id),
  },
  (t) => [primaryKey({ name: 'due_milestones_pkey', columns: [t.userId, t.offerId] })],
);
