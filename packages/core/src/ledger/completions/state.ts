import { type CompletionState, completionStateOf, type SpinStatus } from '@inaam/contracts/completions/states';
import { completionStates } from '@inaam/db/views/completions';
import { sql } from 'drizzle-orm';

/** When the hold of a completion ends; null without one, or when it is over. */
export const heldNow =
  sql`case when ${completionStates.spinStatus} = 'held' then ${completionStates.heldUntil} end`.mapWith(
    completionStates.heldUntil,
  );

/**
 * The state of a completion whose spin is known by its outcome.
 * @param completion `status` and `spin_status` of `completion_states`
 * @param outcome of `spin_states`
 */
export const stateOfSpin = (
  completion: { status: 'pending' | 'approved' | 'reversed'; spinStatus: SpinStatus },
  outcome: 'waiting' | 'lost' | 'owed' | 'won',
): CompletionState =>
  completionStateOf({
    owed: outcome === 'owed',
    won: outcome === 'won',
    spinner_used: outcome !== 'waiting',
    reversed: completion.status === 'reversed',
    spin_status: completion.spinStatus,
  });
