import { type CompletionState, completionStates } from '@inaam/contracts/completions/states';
import type { Tone } from '@inaam/ui/badge';
import { StatusDot } from '@inaam/ui/status-dot';

const tones: Record<CompletionState, Tone> = {
  pending: 'warn',
  not_spun: 'info',
  no_win: 'neutral',
  won: 'good',
  owed: 'warn',
  withheld: 'bad',
};

/** Where a completion stands: the same dot and word on every screen. */
export const CompletionStatus = ({ state }: { state: CompletionState }) => (
  <StatusDot tone={tones[state]}>{completionStates[state]}</StatusDot>
);

/**
 * The state of a completion whose spin is known by its outcome.
 * @param outcome `waiting`, `lost`, `owed` or `won`
 * @param status `pending`, `approved` or `reversed`
 * @param heldUntil when a hold ends; null without one
 */
export function stateOfSpin(outcome: string, status: string, heldUntil: string | null = null): CompletionState {
  if (outcome === 'won' || outcome === 'owed') return outcome;
  if (outcome === 'lost') return 'no_win';
  if (status === 'reversed') return 'withheld';
  return status === 'pending' || heldUntil !== null ? 'pending' : 'not_spun';
}
