import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueIdToken, loadSigningKey, subjectOf } from './identity.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

describe('the signing key', () => {
  test('is one key, however many start at once, and survives a restart', async () => {
    const kids = (await Promise.all([1, 2, 3].map(() => loadSigningKey(dataDir)))).map((key) => key.kid);
    expect(new Set([...kids, (await loadSigningKey(dataDir)).kid]).size).toBe(1);
  });

  test('is its owner alone to read, and its private half is not published', async () => {
    const { publicJwk } = await loadSigningKey(dataDir);
    expect((await stat(join(dataDir, 'sandbox-key.json'))).mode & 0o777).toBe(0o600);
    const { d } = JSON.parse(await readFile(join(dataDir, 'sandbox-key.json'), 'utf8')) as { d: string };
    expect(d.length).toBeGreaterThan(300);
    expect(Object.keys(publicJwk).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  test('is not replaced when it cannot be read', async () => {
    const other = await mkdtemp(join(tmpdir(), 'sandbox-'));
    await writeFile(join(other, 'sandbox-key.json'), '{"kty":');
    await expect(loadSigningKey(other)).rejects.toThrow('remove it to have a new key made');
    await rm(other, { recursive: true });
  });
});

describe('an ID token', () => {
  test('carries what a Firebase one carries, and verifies against the published key', async () => {
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
    const subject = subjectOf('asha@example.com');
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

  test('names one subject per address, whatever its case', () => {
    expect(subjectOf('Asha@Example.com')).toBe(subjectOf('asha@example.com'));
    expect(subjectOf('asha@example.com')).not.toBe(subjectOf('meera@example.com'));
    expect(subjectOf('asha@example.com')).toHaveLength(28);
  });
});
