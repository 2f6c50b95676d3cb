import { DomainError } from '@inaam/contracts/common/errors';

/**
 * Compares the version that a change was made from with the locked row's.
 * @param read undefined: the last change wins
 * @throws DomainError VERSION_CHANGED
 */
export function requireVersion(read: number | undefined, current: number): void {
  if (read !== undefined && read !== current) throw new DomainError('VERSION_CHANGED', { field: 'version' });
}
