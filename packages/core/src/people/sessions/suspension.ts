import { DomainError } from '@inaam/contracts/common/errors';

/** Whose account it is, in a form that can be quoted: support find it by this in the search of the back-office. */
const formatUserReference = (userId: number): string => `U-${userId}`;

/** The refusal of a suspended user, with what they can quote to support. */
export const getSuspensionError = (userId: number): DomainError =>
  new DomainError('SUSPENDED', { reference: formatUserReference(userId) });

/** The user whom a reference names; null for what is none. */
export function parseUserReference(text: string): number | null {
  const digits = /^U-(\d{1,15})$/i.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
