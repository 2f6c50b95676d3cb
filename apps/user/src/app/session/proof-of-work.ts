import type { SignUpChallenge } from '@inaam/contracts/identity/sign-in';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** The longest time for a solution in ms; a slower device gives up. */
const TIMEOUT = 60_000;

/**
 * Solves a challenge. The browser derives keys off the main thread, so the screen stays responsive.
 * @returns base64 of ALTCHA's payload; undefined if no solution was found in time
 */
export async function solveProofOfWork(challenge: SignUpChallenge['challenge']): Promise<string | undefined> {
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey, timeout: TIMEOUT });
  return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined;
}

type Challenge = Parameters<typeof solveChallenge>[0]['challenge'];
