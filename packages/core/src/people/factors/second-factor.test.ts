import { createHmac } from 'node:crypto';
import { passkeyRegistration } from '@inaam/contracts/account/account';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { anyCaller, makeAdmin } from '@inaam/testing/factories/identity';
import { testPasskey } from '@inaam/testing/passkey';
import { Secret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdminActor } from '../../kernel/actor.ts';
import { changeOwnPassword, resetSecondFactor } from '../admins/admins.ts';
import { adminSignIn, adminSignInByPasskey, confirmIdentity, getSecondFactor } from './admin-sign-in.ts';
import {
  addAdminPasskey,
  createAdminPasskeyChallenge,
  getAdminPasskeyCreationOptions,
  removeAdminPasskey,
} from './passkeys.ts';
import { regenerateRecoveryCodes } from './recovery-codes.ts';
import { confirmTotp, getTotpStep, removeTotp, totpEnrollment } from './totp.ts';

const PASSWORD = 'a password for admins';
let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

/** Computes a code by RFC 4226, section 5.3, and RFC 6238, independently of the library. */
function computeCode(base32: string, ms: number): string {
  let bits = '';
  for (const letter of base32) bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(ms / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

const signIn = (username: string, more: { password?: string; code?: string } = {}, browser?: string) =>
  adminSignIn(core.services, { ...anyCaller, browser }, { username, password: PASSWORD, code: undefined, ...more });

/**
 * Enrols an authenticator app with the code of the current step. Returns the unused code of the next step, which is
 * accepted already. Both codes stay valid for at least half a minute. Tests do not use the code of the previous step,
 * because it may expire at any moment.
 */
async function enrolApp(admin: AdminActor) {
  const { secret, uri } = await totpEnrollment(core.as(admin));
  const now = Date.now();
  const codes = await confirmTotp(core.as(admin), computeCode(secret, now));
  return { secret, uri, codes: codes ?? [], unusedCode: computeCode(secret, now + 30_000) };
}

async function enrolPasskey(admin: AdminActor, origin?: string) {
  const key = testPasskey();
  const registration = passkeyRegistration.parse(
    key.make(await getAdminPasskeyCreationOptions(core.as(admin)), origin),
  );
  const codes = await addAdminPasskey(core.as(admin), 'Laptop', registration);
  return { key, codes };
}

describe('an authenticator app', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('accepts the test vectors of RFC 6238, appendix B, at %d s: %s', (seconds, code) => {
    const secret = Secret.fromLatin1('12345678901234567890');
    const step = Math.floor(seconds / 30);
    expect(getTotpStep(secret, code, seconds * 1000)).toBe(step);
    expect(getTotpStep(secret, code, (seconds + 30) * 1000)).toBe(step);
    expect(getTotpStep(secret, code, (seconds + 60) * 1000)).toBeNull();
    expect(computeCode(secret.base32, seconds * 1000)).toBe(code);
  });

  test('is required after its first code, is stored encrypted, and accepts each code once', async () => {
    const admin = await makeAdmin(core);
    await totpEnrollment(core.as(admin));
    await signIn(admin.name);
    const { secret, uri, codes, unusedCode } = await enrolApp(admin);
    expect(uri).toContain(`secret=${secret}`);
    expect(codes).toHaveLength(10);
    await expect(signIn(admin.name)).rejects.toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    await expect(signIn(admin.name, { password: 'wrong', code: unusedCode })).rejects.toMatchObject({
      code: 'WRONG_USERNAME_OR_PASSWORD',
    });
    await signIn(admin.name, { code: unusedCode });
    await expect(signIn(admin.name, { code: unusedCode })).rejects.toMatchObject({ code: 'SECOND_FACTOR_WRONG' });
    const rows = await core.database.sql`select to_jsonb(t) as row from admin_totp t`;
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('accepts a code for only one of several concurrent sign-ins', async () => {
    const admin = await makeAdmin(core);
    const { unusedCode } = await enrolApp(admin);
    const tries = await Promise.allSettled([1, 2, 3].map(() => signIn(admin.name, { code: unusedCode })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('accepts each recovery code once, in upper or lower case, and revokes old codes on regeneration', async () => {
    const admin = await makeAdmin(core);
    const { codes } = await enrolApp(admin);
    const [first = '', second = '', third = ''] = codes;
    await signIn(admin.name, { code: first.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O') });
    await expect(signIn(admin.name, { code: first })).rejects.toMatchObject({ code: 'SECOND_FACTOR_WRONG' });
    await signIn(admin.name, { code: second });
    expect(await getSecondFactor(core.services, admin.id)).toMatchObject({ totp: true, recovery_codes_left: 8 });
    const newCodes = await regenerateRecoveryCodes(core.as(admin));
    await expect(signIn(admin.name, { code: third })).rejects.toMatchObject({ code: 'SECOND_FACTOR_WRONG' });
    await signIn(admin.name, { code: newCodes[0] ?? '' });
    await expect(regenerateRecoveryCodes(core.as(await makeAdmin(core)))).rejects.toMatchObject({ code: 'NO_FACTOR' });
    const rows = await core.database.sql`select to_jsonb(t)::text as row from admin_recovery_codes t`;
    for (const code of newCodes) expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''));
  });
});

describe('a passkey', () => {
  test('signs in an active admin without a password, and each answer works once', async () => {
    const admin = await makeAdmin(core);
    const { key, codes } = await enrolPasskey(admin);
    expect(codes).toHaveLength(10);
    await expect(signIn(admin.name)).rejects.toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    const answer = key.answer(await createAdminPasskeyChallenge(core.services, anyCaller));
    const { answer: signedIn } = await adminSignInByPasskey(core.services, anyCaller, answer);
    expect(signedIn.admin.username).toBe(admin.name);
    const refusal = { code: 'PASSKEY_REFUSED' };
    await expect(adminSignInByPasskey(core.services, anyCaller, answer)).rejects.toMatchObject(refusal);
    await core.database.sql`update admins set deactivated_at = now() where id = ${admin.id}`;
    const lateAnswer = key.answer(await createAdminPasskeyChallenge(core.services, anyCaller));
    await expect(adminSignInByPasskey(core.services, anyCaller, lateAnswer)).rejects.toMatchObject(refusal);
  });

  test.each([
    ['from another site', { origin: 'https://evil.example', verified: true }],
    ['without user verification (PIN or fingerprint)', { origin: undefined, verified: false }],
  ])('is refused %s', async (_, { origin, verified }) => {
    const { key } = await enrolPasskey(await makeAdmin(core));
    const answer = key.answer(await createAdminPasskeyChallenge(core.services, anyCaller), origin, verified);
    await expect(adminSignInByPasskey(core.services, anyCaller, answer)).rejects.toMatchObject({
      code: 'PASSKEY_REFUSED',
    });
  });

  test('cannot be created with another admin’s challenge or from another site', async () => {
    const [admin, other] = [await makeAdmin(core), await makeAdmin(core)];
    const options = await getAdminPasskeyCreationOptions(core.as(other));
    const registration = passkeyRegistration.parse(testPasskey().make(options));
    await expect(addAdminPasskey(core.as(admin), 'Theirs', registration)).rejects.toMatchObject({
      code: 'PASSKEY_REFUSED',
    });
    await expect(enrolPasskey(admin, 'https://evil.example')).rejects.toMatchObject({ code: 'PASSKEY_REFUSED' });
  });
});

describe('confirming one’s identity', () => {
  const session = async (admin: AdminActor) => {
    const { cookie, sessionId } = await core.services.adminSessions.create(admin.id, anyCaller);
    await core.database
      .sql`update admin_sessions set verified_identity_at = now() - interval '6 minutes' where id = ${sessionId}`;
    const validate = () => core.services.adminSessions.validate(`${cookie.name}=${cookie.value}`, null);
    return { sessionId, isConfirmed: async () => (await validate())?.person.isRecentlyAuthenticated };
  };
  const confirm = (admin: AdminActor, at: { sessionId: string }, hasFactor: boolean, input: object) =>
    confirmIdentity(core.as(admin), anyCaller, { sessionId: at.sessionId, hasFactor }, input as never);

  test('accepts a password, or a code or passkey if the admin has a second factor, for this session only', async () => {
    const admin = await makeAdmin(core);
    const [firstSession, secondSession] = [await session(admin), await session(admin)];
    expect(await firstSession.isConfirmed()).toBe(false);
    await expect(confirm(admin, firstSession, false, { password: 'wrong' })).rejects.toMatchObject({
      field: 'password',
    });
    expect(await firstSession.isConfirmed()).toBe(false);
    await confirm(admin, firstSession, false, { password: PASSWORD });
    expect([await firstSession.isConfirmed(), await secondSession.isConfirmed()]).toEqual([true, false]);

    const { unusedCode } = await enrolApp(admin);
    await expect(confirm(admin, secondSession, true, { password: PASSWORD })).rejects.toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
    });
    await confirm(admin, secondSession, true, { code: unusedCode });
    expect(await secondSession.isConfirmed()).toBe(true);

    const { key } = await enrolPasskey(admin);
    const thirdSession = await session(admin);
    await confirm(admin, thirdSession, true, {
      answer: key.answer(await createAdminPasskeyChallenge(core.services, anyCaller)),
    });
    expect(await thirdSession.isConfirmed()).toBe(true);
  });

  test('refuses another admin’s passkey', async () => {
    const admin = await makeAdmin(core);
    const { key } = await enrolPasskey(await makeAdmin(core));
    const ownSession = await session(admin);
    const answer = key.answer(await createAdminPasskeyChallenge(core.services, anyCaller));
    await expect(confirm(admin, ownSession, true, { answer })).rejects.toMatchObject({ code: 'PASSKEY_REFUSED' });
    expect(await ownSession.isConfirmed()).toBe(false);
  });
});

test('keeps the last factor if one is required, and lets only another admin of at least the same role reset it', async () => {
  const strictServices = {
    ...core.services,
    backOfficePolicy: { ...core.services.backOfficePolicy, secondFactorRequired: true },
  };
  const admin = await makeAdmin(core);
  const { key } = await enrolPasskey(admin);
  const command = { ...strictServices, actor: admin, runOnceKey: undefined };
  await expect(removeAdminPasskey(command, key.id)).rejects.toMatchObject({ code: 'LAST_FACTOR' });
  await enrolApp(admin);
  await removeAdminPasskey(command, key.id);
  await expect(removeTotp(command)).rejects.toMatchObject({ code: 'LAST_FACTOR' });
  const manager = await makeAdmin(core, PASSWORD, 'manager');
  await expect(resetSecondFactor(core.as(manager), admin.id)).rejects.toMatchObject({ code: 'ROLE_TOO_LOW' });
  await expect(resetSecondFactor(core.as(admin), admin.id)).rejects.toMatchObject({ code: 'ADMIN_IS_SELF' });
  await resetSecondFactor(core.as(await makeAdmin(core)), admin.id);
  await signIn(admin.name);
  const kinds = await core.database.sql`
    select action from audit_entries where subject = ${String(admin.id)} order by id`;
  expect(kinds.map(({ action }) => action)).toEqual([
    'admins.add_factor',
    'admins.add_factor',
    'admins.remove_factor',
    'admins.reset_factors',
  ]);
});

test('does not lock out a known browser while another browser guesses passwords', async () => {
  const admin = await makeAdmin(core);
  await signIn(admin.name, {}, 'own browser');
  for (let guess = 0; guess < 10; guess++) {
    await expect(signIn(admin.name, { password: 'wrong' }, 'a stranger')).rejects.toMatchObject({
      code: 'WRONG_USERNAME_OR_PASSWORD',
    });
  }
  await expect(signIn(admin.name, {}, 'a stranger')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  const { answer } = await signIn(admin.name, {}, 'own browser');
  const change = { currentPassword: PASSWORD, newPassword: 'another one entirely', sessionId: answer.sessionId };
  await changeOwnPassword(core.as(admin), change);
  await signIn(admin.name, { password: 'another one entirely' }, 'own browser');
});
