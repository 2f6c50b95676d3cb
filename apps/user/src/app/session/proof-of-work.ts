import type { SignUpChallenge } from '@inaam/contracts/identity/sign-in';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** ms after which a phone is too slow for it. */
const TIMEOUT = 60_000;

/**
 * Looks for the counter that a challenge asks for. The browser derives keys beside the page's own thread, so that the
 * screen stays alive.
 * @returns base64 of ALTCHA's payload; undefined where none was found in time
 */
export async function solveProofOfWork(challenge: SignUpChallenge['challenge']): Promise<string | undefined> {
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey, timeout: TIMEOUT });
  return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined;
}

type Challenge = Parameters<typeof solveChallenge>[0]['challenge'];
