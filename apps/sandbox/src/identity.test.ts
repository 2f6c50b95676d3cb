import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getSubject, issueIdToken, loadSigningKey } from './identity.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

describe('the signing key', () => {
  test('is a single key for simultaneous starts, and survives a restart', async () => {
    const kids = (await Promise.all([1, 2, 3].map(() => loadSigningKey(dataDir)))).map((key) => key.kid);
    expect(new Set([...kids, (await loadSigningKey(dataDir)).kid]).size).toBe(1);
  });

  test('is readable only by its owner, and its private part is not published', async () => {
    const { publicJwk } = await loadSigningKey(dataDir);
    expect((await stat(join(dataDir, 'sandbox-key.json'))).mode & 0o777).toBe(0o600);
    const { d } = JSON.parse(await readFile(join(dataDir, 'sandbox-key.json'), 'utf8')) as { d: string };
    expect(d.length).toBeGreaterThan(300);
    expect(Object.keys(publicJwk).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  test('is not replaced when it cannot be read', async () => {
    const other = await mkdtemp(join(tmpdir(), 'sandbox-'));
    await writeFile(join(other, 'sandbox-key.json'), '{"kty":');
    await expect(loadSigningKey(other)).rejects.toThrow('remove it to create a new key');
    await rm(other, { recursive: true });
  });
});

describe('an ID token', () => {
  test('has the claims of a Firebase token, and verifies against the published key', async () => {
    const key = await loadSigningKey(dataDir);
    const now = Date.now();
    const account = { email: 'asha@example.com', firstName: 'Asha', lastName: 'Rao', emailVerified: true };
    const token = await issueIdToken(account, key, 'http://localhost:4300', now);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', kid: key.kid, typ: 'JWT' });
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: [key.publicJwk] }), {
      algorithms: ['RS256'],
      issuer: 'http://localhost:4300',
      audience: 'inaam-sandbox',
    });
    const subject = getSubject('asha@example.com');
    const iat = Math.floor(now / 1000);
    expect(payload).toEqual({
      iss: 'http://localhost:4300',
      aud: 'inaam-sandbox',
      iat,
      exp: iat + 3600,
      auth_time: iat,
      sub: subject,
      user_id: subject,
      email: 'asha@example.com',
      email_verified: true,
      name: 'Asha Rao',
      firebase: {
        identities: { 'google.com': [subject], email: ['asha@example.com'] },
        sign_in_provider: 'google.com',
      },
    });
  });

  test('has one subject per e-mail address, regardless of case', () => {
    expect(getSubject('Asha@Example.com')).toBe(getSubject('asha@example.com'));
    expect(getSubject('asha@example.com')).not.toBe(getSubject('meera@example.com'));
    expect(getSubject('asha@example.com')).toHaveLength(28);
  });
});
