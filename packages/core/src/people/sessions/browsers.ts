import { randomBytes } from 'node:crypto';
import { sha256 } from '../../kernel/digest.ts';
import { readCookie } from './read-cookie.ts';

/**
 * A known browser, identified by a random cookie. A fingerprint proves nothing, since anyone can send it. See
 * infra/docs/decisions/0020-accounts.md.
 */
export interface Browser {
  /** Hex SHA-256 of the cookie, as stored. */
  hash: string;
  /** `Set-Cookie` header for a browser without this cookie; undefined if it has one. */
  cookie: string | undefined;
}

/** In seconds; the maximum that browsers allow (RFC 6265bis). */
const MAX_AGE = 400 * 86_400;

/** @param secure adds the Secure attribute and the `__Host-` prefix, for HTTPS */
export function getOrCreateBrowser(
  cookieHeader: string | undefined,
  secure: boolean,
  realm: 'user' | 'admin' = 'user',
): Browser {
  const plain = realm === 'user' ? 'inaam_browser' : 'inaam_admin_browser';
  const name = secure ? `__Host-${plain}` : plain;
  const existing = readCookie(cookieHeader, name, '[\\w-]{43}');
  if (existing !== undefined) return { hash: sha256(existing), cookie: undefined };
  const secret = randomBytes(32).toString('base64url');
  const cookie = `${name}=${secret}; Path=/; Max-Age=${MAX_AGE}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return { hash: sha256(secret), cookie };
}
