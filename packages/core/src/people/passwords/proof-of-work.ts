import { signUpProof } from '@inaam/contracts/identity/sign-in';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Payload } from 'altcha-lib/types';
import type { SecretBox } from '../../kernel/secret-box.ts';

/**
 * Proof of work by ALTCHA (https://altcha.org/docs/v2/proof-of-work), served and checked by us alone: the caller's
 * browser looks for a counter whose key begins with a byte of zeros, 256 derivations on average; we derive one.
 */

/** Iterations of PBKDF2 for each derivation: some two seconds on a phone of 2020, a fifth on a laptop. */
const BASE_COST = 2_000;
/** Beyond it a slow phone would be shut out. */
const MAX_COST = 16_000;
const PREFIX = '00';
const VALID_SECONDS = 300;

const ALGORITHM = 'PBKDF2/SHA-256';

/** @param level 0 and up: each doubles the work, up to eight times */
export function createProofChallenge(secrets: SecretBox, level: number): Promise<Challenge> {
  return createChallenge({
    algorithm: ALGORITHM,
    cost: Math.min(MAX_COST, BASE_COST * 2 ** Math.floor(level)),
    keyPrefix: PREFIX,
    deriveKey,
    expiresAt: new Date(Date.now() + VALID_SECONDS * 1000),
    hmacSignatureSecret: secretOf(secrets),
  });
}

const secretOf = (secrets: SecretBox): string => Buffer.from(secrets.keyFor('proof of work')).toString('hex');

export interface Proof {
  /** Names the challenge: each counts once. */
  nonce: string;
  /** Seconds after which it is of no use in any case. */
  expiresIn: number;
}

/**
 * @param text base64 of ALTCHA's payload, as it came
 * @returns undefined for what proves nothing: not ours, too old, wrong
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
  // The signature is checked before anything is derived, so nobody makes us derive at a cost of their own choice.
  const result = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: secretOf(secrets),
  }).catch(() => undefined);
  return result?.verified ? { nonce: parsed.data.challenge.parameters.nonce, expiresIn: VALID_SECONDS } : undefined;
}
