import { randomBytes } from 'node:crypto';
import { sha256 } from '../../kernel/digest.ts';

/**
 * A browser that signed in before is known by a random cookie that only it has: a fingerprint can be sent by anybody.
 * See infra/docs/decisions/0020-accounts.md.
 */
export interface Browser {
  /** SHA-256 of the cookie, hex: what the database keeps. */
  hash: string;
  /** To be set where the browser has none yet. */
  cookie: string | undefined;
}

/** Seconds: the longest that browsers keep a cookie (RFC 6265bis). */
const MAX_AGE = 400 * 86_400;

/** @param secure https: the cookie is Secure and has the `__Host-` prefix */
export function getOrCreateBrowser(
  cookieHeader: string | undefined,
  secure: boolean,
  realm: 'user' | 'admin' = 'user',
): Browser {
  const plain = realm === 'user' ? 'inaam_browser' : 'inaam_admin_browser';
  const name = secure ? `__Host-${plain}` : plain;
  const held = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(cookieHeader ?? '')?.[1];
  if (held !== undefined) return { hash: sha256(held), cookie: undefined };
  const drawn = randomBytes(32).toString('base64url');
  const cookie = `${name}=${drawn}; Path=/; Max-Age=${MAX_AGE}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return { hash: sha256(drawn), cookie };
}
