import type { PasskeyAssertion, PasskeyRegistration } from '@inaam/contracts/account/account';
import { DomainError } from '@inaam/contracts/common/errors';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { RateLimits } from '../passwords/rate-limits.ts';

/** The WebAuthn code (https://www.w3.org/TR/webauthn-3/) that passkeys of users and of admins share. */

/** The columns that users' and admins' passkeys have in common. */
interface StoredPasskey {
  id: string;
  /** In COSE format, encoded as base64url. */
  publicKey: string;
  counter: number;
  /** Comma-separated. */
  transports: string;
}

/** The values that an answer of the authenticator must match. */
interface Expected {
  challenge: string;
  /** Where the passkey is used. Its host is the relying party. */
  origin: string;
  /** Whether the authenticator must have checked a PIN or biometrics. */
  requireUserVerification: boolean;
}

export const getRelyingPartyId = (origin: string): string => new URL(origin).hostname;

export const createPasskeyRefusal = (cause?: unknown): DomainError => new DomainError('PASSKEY_REFUSED', { cause });

/** Converts to the names that the library uses. */
const toLibraryNames = ({ challenge, origin, requireUserVerification }: Expected) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: getRelyingPartyId(origin),
  requireUserVerification,
});

/** Turns any failure of the library into a refusal. */
const refuse = (error: unknown): never => {
  throw createPasskeyRefusal(error);
};

const parseTransports = (stored: string): string[] => stored.split(',').filter(Boolean);

/**
 * Lists a person's passkeys for the browser, which then does not offer to create them again.
 */
export const excludePasskeys = (existing: readonly StoredPasskey[]) =>
  existing.map(({ id, transports }) => ({ id, transports: parseTransports(transports) }));

/** Returns options for an assertion by any passkey. The caller must store the challenge in these options. */
export const createAssertionOptions = (
  origin: string,
  userVerification: 'preferred' | 'required',
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  generateAuthenticationOptions({ rpID: getRelyingPartyId(origin), userVerification });

/** Verifies a new passkey. @returns its columns @throws DomainError PASSKEY_REFUSED */
export async function verifyNewPasskey(registration: PasskeyRegistration, expected: Expected): Promise<StoredPasskey> {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    // Optional fields may be undefined in our type, but not in the library's.
    response: registration as RegistrationResponseJSON,
    ...toLibraryNames(expected),
  }).catch(refuse);
  if (!verified) throw createPasskeyRefusal();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports: transports.join(',') };
}

/** Verifies an assertion by a stored passkey. @returns its new counter @throws DomainError PASSKEY_REFUSED */
export async function verifyAssertion(
  answer: PasskeyAssertion,
  { id, publicKey, counter, transports }: StoredPasskey,
  expected: Expected,
): Promise<number> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer as AuthenticationResponseJSON,
    ...toLibraryNames(expected),
    credential: {
      id,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter,
      transports: parseTransports(transports),
    },
  }).catch(refuse);
  if (!verified) throw createPasskeyRefusal();
  return authenticationInfo.newCounter;
}

/** Per minute. A carrier has thousands of users behind one IP address, but few sign in by passkey at once. */
const CHALLENGES_PER_ADDRESS = 60;
const WINDOW_SECONDS = 60;

/**
 * Limits challenges for anonymous callers, since each challenge is a stored row.
 * @param ip calls without an IP address are not limited
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
    // Malformed data is refused below.
  }
  throw createPasskeyRefusal();
}
