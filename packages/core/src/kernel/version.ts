import { DomainError } from '@inaam/contracts/common/errors';

/**
 * Requires that a row still has the version that the author of a change has read.
 * @param read the version that the author has read; undefined: the last change wins
 * @throws DomainError VERSION_CHANGED
 */
export function requireVersion(read: number | undefined, current: number): void {
  if (read !== undefined && read !== current) throw new DomainError('VERSION_CHANGED', { field: 'version' });
}
