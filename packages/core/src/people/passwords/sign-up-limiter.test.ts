import { createHash, pbkdf2Sync } from 'node:crypto';
import type { SignUpChallenge } from '@inaam/contracts/identity/sign-in';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeUser } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { canonicalMailbox } from '../users/canonical-mailbox.ts';
import { createRateLimits } from './rate-limits.ts';
import { createSignUpLimiter, type SignUpLimiter } from './sign-up-limiter.ts';

let core: TestCore;
let limiter: SignUpLimiter;
const pauses: number[] = [];
beforeAll(async () => {
  core = await createTestCore();
  const { kernel, secrets } = core.services;
  const rateLimits = createRateLimits(kernel);
  limiter = createSignUpLimiter({ kernel, rateLimits, secrets }, (ms) => Promise.resolve(pauses.push(ms)));
});
afterAll(() => core.close());
beforeEach(() => {
  pauses.length = 0;
});

let number = 0;
const newIp = () => `203.0.113.${++number}`;
const makeSource = (from: { ip?: string; device?: string; email?: string }) => ({
  email: from.email ?? `person-${++number}@example.com`,
  ip: from.ip ?? null,
  device: from.device,
});
const signUp = (times: number, from: Parameters<typeof makeSource>[0], proof?: string) =>
  Promise.allSettled(Array.from({ length: times }, () => limiter.charge(makeSource(from), proof)));
const listRefusals = (all: PromiseSettledResult<void>[]) =>
  all.filter(({ status }) => status === 'rejected').map((each) => (each as PromiseRejectedResult).reason.code);

/**
 * Solves a challenge by ALTCHA's specification (https://altcha.org/docs/v2/proof-of-work) without its library. PBKDF2's
 * password is the nonce, followed by the counter as a 32-bit number. The derived key must start with `keyPrefix`.
 */
function solve({ challenge }: SignUpChallenge, counterShift = 0): string {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  for (let counter = 0; ; counter++) {
    const password = Buffer.alloc(nonce.length / 2 + 4);
    password.write(nonce, 'hex');
    password.writeUInt32BE(counter, nonce.length / 2);
    const derivedKey = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256').toString('hex');
    if (!derivedKey.startsWith(keyPrefix)) continue;
    const solution = { counter: counter + counterShift, derivedKey };
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  }
}

describe('sign-ups', () => {
  test('from one IP address are at first not delayed, then delayed, and then require a proof of work', async () => {
    const ip = newIp();
    expect(listRefusals(await signUp(20, { ip }))).toEqual([]);
    expect(pauses).toEqual([]);
    expect(listRefusals(await signUp(20, { ip }))).toEqual([]);
    expect(pauses).toHaveLength(20);
    expect(Math.max(...pauses)).toBe(2000);
    expect(listRefusals(await signUp(3, { ip }))).toEqual(['PROOF_NEEDED', 'PROOF_NEEDED', 'PROOF_NEEDED']);
    // Other IP addresses are not affected.
    expect(listRefusals(await signUp(1, { ip: newIp() }))).toEqual([]);
  });

  test('have a higher limit at an IP address with many signed-in users', async () => {
    const ip = newIp();
    for (let i = 0; i < 50; i++) {
      const { id } = await makeUser(core);
      await core.services.userSessions.create(id, { ip, userAgent: null });
    }
    expect(listRefusals(await signUp(30, { ip }))).toEqual([]);
    expect(pauses).toEqual([]);
    expect(listRefusals(await signUp(1, { ip }))).toEqual([]);
    expect(pauses).toHaveLength(1);
  });

  test('are limited for one device, even at different IP addresses', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 11 }, () => limiter.charge(makeSource({ ip: newIp(), device: 'the-phone' }), undefined)),
    );
    expect(listRefusals(all)).toEqual(['PROOF_NEEDED']);
    // The first five were not delayed.
    expect(pauses).toHaveLength(5);
  });

  test('are limited for all spellings of a mailbox together', async () => {
    const spellings = Array.from({ length: 7 }, (_, i) => `as.ha.rao+${i}@${i % 2 ? 'gmail.com' : 'googlemail.com'}`);
    const all = await Promise.allSettled(spellings.map((email) => limiter.charge(makeSource({ email }), undefined)));
    expect(listRefusals(all)).toEqual(['PROOF_NEEDED']);
    expect(pauses).toHaveLength(3);
  });

  test('count for a day against the mailbox, and for an hour against the device and the IP address', async () => {
    const from = { email: 'counted@example.com', ip: newIp(), device: 'a-counted-phone' };
    await limiter.charge(from, undefined);
    const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
    const hours = async (key: string) => {
      const [row] = await core.database.sql<{ hours: number }[]>`
        select (expire / 1000 - extract(epoch from now()))::float8 / 3600 as hours from rate_limits
        where key = ${key}`;
      return row?.hours ?? 0;
    };
    expect(await hours(`sign-up:person:${digest(from.email)}`)).toBeCloseTo(24, 1);
    expect(await hours(`sign-up:device:${digest(from.device)}`)).toBeCloseTo(1, 1);
    expect(await hours(`sign-up:address:${from.ip}`)).toBeCloseTo(1, 1);
  });

  test('are not limited if the caller runs on the same machine', async () => {
    expect(listRefusals(await signUp(60, { ip: '127.0.0.1' }))).toEqual([]);
    expect(pauses).toEqual([]);
  });
});

describe('a proof of work', () => {
  test('is valid for five minutes', async () => {
    const { challenge } = await limiter.challenge({ ip: newIp(), device: undefined });
    const seconds = Number(challenge.parameters.expiresAt) - Date.now() / 1000;
    expect(seconds).toBeGreaterThan(290);
    expect(seconds).toBeLessThanOrEqual(301);
  });

  test('allows one more sign-up and cannot be used again; a wrong proof allows none', async () => {
    const ip = newIp();
    await signUp(40, { ip });
    const challenge = await limiter.challenge({ ip, device: undefined });
    const proof = solve(challenge);
    expect(listRefusals(await signUp(1, { ip }, proof))).toEqual([]);
    expect(listRefusals(await signUp(1, { ip }, proof))).toEqual(['PROOF_NEEDED']);

    const easier = structuredClone(challenge);
    easier.challenge.parameters.cost = 1;
    const wrong = solve(await limiter.challenge({ ip, device: undefined }), 1);
    for (const each of [solve(easier), wrong, 'not base64 at all', '', btoa('{}')]) {
      expect(listRefusals(await signUp(1, { ip }, each))).toEqual(['PROOF_NEEDED']);
    }
  });

  test('gets harder with more sign-ups, up to a limit for slow phones', async () => {
    const ip = newIp();
    const cost = async () => (await limiter.challenge({ ip, device: undefined })).challenge.parameters.cost;
    const first = await cost();
    await signUp(80, { ip });
    expect(await cost()).toBe(2 * first);
    const key = `sign-up:address:${ip}`;
    await core.database.sql`update rate_limits set points = 100000 where key = ${key}`;
    expect(await cost()).toBe(8 * first);
  });
});

test.each([
  ['as.ha+shop@gmail.com', 'asha@gmail.com'],
  ['asha@googlemail.com', 'asha@gmail.com'],
  ['as.ha+shop@outlook.com', 'as.ha@outlook.com'],
  ['asha+x@me.com', 'asha@icloud.com'],
  // No spelling rules are known for this host.
  ['as.ha+shop@example.com', 'as.ha+shop@example.com'],
])('counts %s as the mailbox %s', (email, person) => {
  expect(canonicalMailbox(email)).toBe(person);
});

test('stores hashes instead of the e-mail address and the device', async () => {
  await limiter.charge(makeSource({ email: 'secretive@example.com', device: 'their-phone' }), undefined);
  const rows = await core.database.sql<{ key: string }[]>`select key from rate_limits where key like 'sign-up:%'`;
  expect(rows.filter(({ key }) => /secretive|their-phone/.test(key))).toEqual([]);
  const hash = createHash('sha256').update('secretive@example.com').digest('base64url');
  expect(rows.map(({ key }) => key)).toContain(`sign-up:person:${hash}`);
});
