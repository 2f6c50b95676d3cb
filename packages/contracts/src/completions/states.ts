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

/** What a list's row knows of a completion. */
interface Facts {
  spinner_used: boolean;
  /** Rupees; null without a win. */
  voucher_amount: number | null;
  owed: boolean;
  reversed: boolean;
  pending: boolean;
  /** When a hold ends; null without one, or when it is over. */
  held_until: string | null;
}

/** The state of a completion. What was won stays won, whatever the network does afterwards. */
export function completionStateOf(facts: Facts): CompletionState {
  if (facts.owed) return 'owed';
  if (facts.voucher_amount !== null) return 'won';
  if (facts.spinner_used) return 'no_win';
  if (facts.reversed) return 'withheld';
  return facts.pending || facts.held_until !== null ? 'pending' : 'not_spun';
}
