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

/** Whether a completion may be spun but for a reversal, as the database's `spin_status` answers it. */
export type SpinStatus = 'pending' | 'held' | 'ready';

interface Facts {
  spinner_used: boolean;
  /** Won, whether or not the voucher is there. */
  won: boolean;
  /** Won, and the voucher is not there yet. */
  owed: boolean;
  reversed: boolean;
  spin_status: SpinStatus;
}

/** Whether it is still to be confirmed, or to be held no more, before it may be spun. */
export const isPending = ({ reversed, spin_status }: Pick<Facts, 'reversed' | 'spin_status'>): boolean =>
  !reversed && spin_status !== 'ready';

/** The state of a completion. What was won stays won, whatever the network does afterwards. */
export function completionStateOf(facts: Facts): CompletionState {
  if (facts.owed) return 'owed';
  if (facts.won) return 'won';
  if (facts.spinner_used) return 'no_win';
  if (facts.reversed) return 'withheld';
  return isPending(facts) ? 'pending' : 'not_spun';
}
