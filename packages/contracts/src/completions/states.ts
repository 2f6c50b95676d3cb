/**
 * Where a completion stands: one set of words for every screen, filter, file and `.php` answer (contract section 7).
 */

export const completionStates = {
  /** The network has not confirmed it, or a hold on it lasts. */
  pending: 'Pending',
  not_spun: 'Not spun yet',
  no_win: 'No win',
  won: 'Won',
  /** Won, and no voucher of the amount was in stock yet. */
  owed: 'Owed',
  /** Taken back by the network before it was spun. */
  withheld: 'Withheld',
} as const;

export type CompletionState = keyof typeof completionStates;

export const completionStateNames = Object.keys(completionStates) as [CompletionState, ...CompletionState[]];

interface Facts {
  spinner_used: boolean;
  /** Won, whether or not the voucher is there. */
  won: boolean;
  /** Won, and the voucher is not there yet. */
  owed: boolean;
  reversed: boolean;
  pending: boolean;
  /** A hold on it is not over. */
  held: boolean;
}

/** The state of a completion. What was won stays won, whatever the network does afterwards. */
export function completionStateOf(facts: Facts): CompletionState {
  if (facts.owed) return 'owed';
  if (facts.won) return 'won';
  if (facts.spinner_used) return 'no_win';
  if (facts.reversed) return 'withheld';
  return facts.pending || facts.held ? 'pending' : 'not_spun';
}
