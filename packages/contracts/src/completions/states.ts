/**
 * States of a completion: the same words for every screen, filter, CSV export and `.php` answer. The view
 * `completion_states` computes the state.
 */

export const completionStates = {
  /** Not confirmed by the network, or still on hold. */
  pending: 'Pending',
  not_spun: 'Not spun yet',
  no_win: 'No win',
  won: 'Won',
  /** Won, but no voucher of the amount is in stock yet. */
  owed: 'Owed',
  /** Reversed by the network before the spin. */
  withheld: 'Withheld',
} as const;

export type CompletionState = keyof typeof completionStates;

export const completionStateNames = Object.keys(completionStates) as [CompletionState, ...CompletionState[]];
