import { DomainError } from '@inaam/contracts/common/errors';

/** Whose account it is, in a form that can be quoted: support find it by this in the search of the back-office. */
const referenceOf = (userId: number): string => `U-${userId}`;

/** The refusal of a suspended user, with what they can quote to support. */
export const suspension = (userId: number): DomainError =>
  new DomainError('SUSPENDED', { reference: referenceOf(userId) });

/** The user whom a reference names; null for what is none. */
export function userOfReference(text: string): number | null {
  const digits = /^U-(\d{1,15})$/i.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
