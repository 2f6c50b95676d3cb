/**
 * The states of a completion: one set of words for every screen, filter, file and `.php` answer (contract section 7).
 * The view `completion_states` decides which one holds.
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
