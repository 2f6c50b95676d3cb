import { DomainError } from '@inaam/contracts/common/errors';
import type { RateLimits } from '../passwords/rate-limits.ts';

/** Per minute. A carrier has thousands of users behind one address, but few sign in by passkey at once. */
const CHALLENGES_PER_ADDRESS = 60;
const WINDOW_SECONDS = 60;

/**
 * Limits challenges for anonymous callers, since each is a stored row until it is used or expires.
 * @param ip null and undefined are not limited
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
 * Reads the challenge from `clientDataJSON`, which the passkey's signature covers.
 * @throws DomainError PASSKEY_REFUSED for malformed data
 */
export function readChallenge(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    if (typeof data === 'object' && data !== null && 'challenge' in data && typeof data.challenge === 'string') {
      return data.challenge;
    }
  } catch {
    // Malformed; refused below.
  }
  throw new DomainError('PASSKEY_REFUSED');
}
