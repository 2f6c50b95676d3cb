import { type CompletionState, completionStateOf } from '@inaam/contracts/completions/states';
import { completionStates } from '@inaam/db/views/completions';
import { sql } from 'drizzle-orm';

/**
 * When the hold of a completion ends; null without one, or when it is over. The database's clock decides what is over.
 */
export const heldNow =
  sql`case when ${completionStates.heldUntil} > now() then ${completionStates.heldUntil} end`.mapWith(
    completionStates.heldUntil,
  );

/**
 * The state of a completion whose spin is known by its outcome.
 * @param of `status` of `completion_states`, `outcome` of `spin_states`, and the end of a hold that is not over
 */
export const stateOfSpin = (of: {
  status: 'pending' | 'approved' | 'reversed';
  outcome: 'waiting' | 'lost' | 'owed' | 'won';
  held: Date | string | null;
}): CompletionState =>
  completionStateOf({
    owed: of.outcome === 'owed',
    won: of.outcome === 'won',
    spinner_used: of.outcome !== 'waiting',
    reversed: of.status === 'reversed',
    pending: of.status === 'pending',
    held: of.held !== null,
  });
