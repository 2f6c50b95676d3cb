import { DomainError } from '@inaam/contracts/common/errors';
import type { RateLimits } from '../passwords/rate-limits.ts';

/** In each minute: a carrier has thousands behind one address, of whom few sign in by a passkey at once. */
const CHALLENGES_PER_ADDRESS = 60;
const WINDOW_SECONDS = 60;

/**
 * What stands before each challenge that a stranger asks for, which is a row until it is answered or deleted.
 * @param ip undefined and null: from nowhere that could be counted
 * @throws DomainError TOO_MANY_REQUESTS
 */
export async function limitChallenges(
  { rateLimits }: { rateLimits: RateLimits },
  realm: 'user' | 'admin',
  ip: string | null | undefined,
): Promise<void> {
  if (ip) await rateLimits.take(`challenges:${realm}:${ip}`, CHALLENGES_PER_ADDRESS, WINDOW_SECONDS);
}

/**
 * The challenge as the browser signed it: bound into `clientDataJSON`, which the signature covers.
 * @throws DomainError PASSKEY_REFUSED for what no browser sends
 */
export function readChallenge(clientDataJSON: string): string {
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
