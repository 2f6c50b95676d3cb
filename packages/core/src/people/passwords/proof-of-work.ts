import { signUpProof } from '@inaam/contracts/identity/sign-in';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Payload } from 'altcha-lib/types';
import type { SecretBox } from '../../kernel/secret-box.ts';

/**
 * Proof of work by ALTCHA (https://altcha.org/docs/v2/proof-of-work), served and checked here. The browser searches for
 * a counter whose derived key starts with a zero byte, 256 derivations on average. The server derives one key to check
 * the counter.
 */

/** PBKDF2 iterations for each derivation. A proof takes about 2 s on a phone of 2020, and 0.4 s on a laptop. */
const BASE_COST = 2_000;
/** With a higher cost, slow phones could not sign up. */
const MAX_COST = 16_000;
const PREFIX = '00';
const VALID_SECONDS = 300;

const ALGORITHM = 'PBKDF2/SHA-256';

/** @param level from 0; each level doubles the work, up to eightfold */
export function createProofChallenge(secrets: SecretBox, level: number): Promise<Challenge> {
  return createChallenge({
    algorithm: ALGORITHM,
    cost: Math.min(MAX_COST, BASE_COST * 2 ** Math.floor(level)),
    keyPrefix: PREFIX,
    deriveKey,
    expiresAt: new Date(Date.now() + VALID_SECONDS * 1000),
    hmacSignatureSecret: getSecret(secrets),
  });
}

const getSecret = (secrets: SecretBox): string => Buffer.from(secrets.keyFor('proof of work')).toString('hex');

export interface Proof {
  /** Identifies the challenge, which can be used once. */
  nonce: string;
  /** Seconds after which the challenge has expired at the latest. */
  expiresIn: number;
}

/**
 * @param text base64 of ALTCHA's payload
 * @returns undefined if the proof is expired or wrong, or if we did not issue its challenge
 */
export async function checkProof(secrets: SecretBox, text: string): Promise<Proof | undefined> {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
  const parsed = signUpProof.safeParse(read);
  if (!parsed.success) return undefined;
  const { challenge, solution } = read as Payload;
  // The signature is checked before the derivation, so callers cannot choose its cost.
  const result = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: getSecret(secrets),
  }).catch(() => undefined);
  return result?.verified ? { nonce: parsed.data.challenge.parameters.nonce, expiresIn: VALID_SECONDS } : undefined;
}
