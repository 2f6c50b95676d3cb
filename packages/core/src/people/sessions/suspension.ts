import { DomainError } from '@inaam/contracts/common/errors';

/** A reference that users can quote. Support finds the account by it in the back-office search. */
const formatUserReference = (userId: number): string => `U-${userId}`;

/** Creates the error for a suspended user, with the reference for support. */
export const getSuspensionError = (userId: number): DomainError =>
  new DomainError('SUSPENDED', { reference: formatUserReference(userId) });

/** Parses a reference. @returns the user's ID; null if it is not a reference */
export function parseUserReference(text: string): number | null {
  const digits = /^U-(\d{1,15})$/i.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
