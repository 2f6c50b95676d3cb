import { DomainError } from '@inaam/contracts/common/errors';

/**
 * The challenge as the browser signed it: bound into `clientDataJSON`, which the signature covers.
 * @throws DomainError PASSKEY_REFUSED for what no browser sends
 */
export function challengeIn(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    if (typeof data === 'object' && data !== null && 'challenge' in data && typeof data.challenge === 'string') {
      return data.challenge;
    }
  } catch {
    // Not what a browser sends.
  }
  throw new DomainError('PASSKEY_REFUSED');
}
