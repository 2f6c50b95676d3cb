import { DomainError } from '@inaam/contracts/common/errors';
import { toNameText } from '@inaam/contracts/common/text';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';

/** Claims of a Firebase ID token. */
export interface ProviderIdentity {
  uid: string;
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
}

export interface IdTokenSettings {
  /** The Firebase project ID, which is the token's audience. */
  projectId: string;
  issuer: string;
  jwksUrl: string;
  /** Accepted ways to sign in at Firebase, such as `google.com`. Other ways that the project allows are refused. */
  signInProviders: readonly string[];
}

export type VerifyIdToken = (idToken: string) => Promise<ProviderIdentity>;

/** Allows for clock differences. */
const TOLERANCE_SECONDS = 60;

/**
 * Creates a verifier with the provider's published keys, which are cached and refetched for unknown key IDs. Accepts
 * only RS256; `kid`, `iss`, `aud`, `exp`, `iat` and `sub` are required.
 * @throws DomainError WRONG_ID_TOKEN; UNAVAILABLE if the provider's keys cannot be fetched
 */
export function createIdTokenVerifier(settings: IdTokenSettings): VerifyIdToken {
  const keys = createRemoteJWKSet(new URL(settings.jwksUrl), { timeoutDuration: 4000, cooldownDuration: 5000 });
  return async (idToken) => {
    try {
      const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
        algorithms: ['RS256'],
        issuer: settings.issuer,
        audience: settings.projectId,
        clockTolerance: TOLERANCE_SECONDS,
        requiredClaims: ['exp', 'iat', 'sub'],
      });
      const { sub, iat, email, name } = payload;
      if (!settings.signInProviders.includes(getSignInProvider(payload))) throw new DomainError('WRONG_ID_TOKEN');
      if (!protectedHeader.kid || !sub || sub.length > 128 || typeof email !== 'string' || !email.includes('@')) {
        throw new DomainError('WRONG_ID_TOKEN');
      }
      if ((iat ?? Infinity) > Date.now() / 1000 + TOLERANCE_SECONDS) throw new DomainError('WRONG_ID_TOKEN');
      const [firstName = '', ...rest] = toNameText(typeof name === 'string' ? name : '').split(' ');
      return {
        uid: sub,
        email: email.trim().toLowerCase(),
        emailVerified: payload.email_verified === true,
        firstName: firstName.slice(0, 80) || email.slice(0, email.indexOf('@')),
        lastName: rest.join(' ').slice(0, 80),
      };
    } catch (error) {
      if (error instanceof errors.JOSEError && !isProviderFailure(error)) {
        throw new DomainError('WRONG_ID_TOKEN', { cause: error });
      }
      if (error instanceof DomainError) throw error;
      throw new DomainError('UNAVAILABLE', { retryAfterSeconds: 5, cause: error });
    }
  };
}

/**
 * The token's `firebase.sign_in_provider`: `custom`, `password`, `phone`, `anonymous`, `google.com` and others, as the
 * project has switched them on (https://firebase.google.com/docs/reference/node/firebase.FirebaseIdToken, read
 * 2026-11-26).
 */
function getSignInProvider({ firebase }: JWTPayload): string {
  const provider = (firebase as { sign_in_provider?: unknown } | undefined)?.sign_in_provider;
  return typeof provider === 'string' ? provider : '';
}

/** The library throws its generic error if the key URL answers anything but 200 with JSON. */
const isProviderFailure = (error: errors.JOSEError): boolean =>
  error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === 'ERR_JOSE_GENERIC';
