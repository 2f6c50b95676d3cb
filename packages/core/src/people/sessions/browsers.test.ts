import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { getOrCreateBrowser } from './browsers.ts';

const sha256 = (cookie: string) => createHash('sha256').update(cookie).digest('hex');

test.each([
  ['user', false, 'inaam_browser', ''],
  ['user', true, '__Host-inaam_browser', '; Secure'],
  ['admin', false, 'inaam_admin_browser', ''],
  ['admin', true, '__Host-inaam_admin_browser', '; Secure'],
] as const)('recognises a %s’s browser (secure: %s) by a cookie for 400 days', (realm, secure, name, end) => {
  const { cookie, hash } = getOrCreateBrowser(undefined, secure, realm);
  const [, value = '', rest] = new RegExp(`^${name}=([\\w-]{43})(; .*)$`).exec(cookie ?? '') ?? [];
  expect(rest).toBe(`; Path=/; Max-Age=${400 * 86_400}; HttpOnly; SameSite=Lax${end}`);
  expect(hash).toBe(sha256(value));
  expect(getOrCreateBrowser(`a=b; ${name}=${value}; c=d`, secure, realm)).toEqual({ hash, cookie: undefined });
  // A malformed cookie is ignored.
  for (const strange of [`${name}=${value}x`, `${name}=${value.slice(1)}`, `x${name}=${value}`])
    expect(getOrCreateBrowser(strange, secure, realm).cookie).toBeDefined();
});
