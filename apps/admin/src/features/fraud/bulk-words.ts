import type { FlagDirection } from './fraud-actions.ts';

export const usersCounted = (n: number): string => `${n.toLocaleString('en-IN')} ${n === 1 ? 'user' : 'users'}`;

export const bulkConsequence: Record<FlagDirection, string> = {
  flag: 'They are suspended from the app at their next request, all of their sessions end, and they cannot sign in.',
  unflag: 'Access is restored: they can sign in again, and find everything as it was.',
};

/** Specification section 5: where nobody is selected. */
export const pleaseSelect: Record<FlagDirection, string> = {
  flag: 'Please select users to flag',
  unflag: 'Please select users to unflag',
};
