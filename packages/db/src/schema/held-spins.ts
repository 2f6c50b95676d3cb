import { index, pgTable } from 'drizzle-orm/pg-core';
import { bigintId, instant } from '../columns.ts';
import { completions } from './completions.ts';

/**
 * Confirmed completions on hold. At the end of the hold the user is notified and the row is deleted. The change feed's
 * consumer `messages` writes the rows, so that statements that move money do not become slower.
 */
export const heldSpins = pgTable(
  'held_spins',
  {
    completionId: bigintId('completion_id')
      .primaryKey()
      .references(() => completions.id),
    heldUntil: instant('held_until').notNull(),
  },
  (t) => [index('held_spins_due_idx').on(t.heldUntil)],
);
