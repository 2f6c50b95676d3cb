import { randomUUID } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { anyCaller, makeUser, userActor } from '@inaam/testing/factories/identity';
import { readMailSecret } from '@inaam/testing/factories/mail-secrets';
import { testPasskey } from '@inaam/testing/passkey';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProviderIdentity } from '../users/id-token.ts';
import { changePassword, confirmEmailByLink, undoEmailChange } from './change.ts';
import { addPasskey, createPasskeyChallenge, passkeyCreationOptions, signInByPasskey } from './passkeys.ts';
import { providerSignIn } from './provider-sign-in.ts';
import { resetPassword } from './reset-password.ts';
import { signIn } from './sign-in.ts';
import { signInByLink } from './sign-in-link.ts';
import { issueToken, type Purpose } from './tokens.ts';

/** Whoever takes an account back leaves nobody else a way into it. */

const PASSWORD = 'what somebody else chose 1';
const NEW_PASSWORD = 'what its owner chooses 2';
let core: TestCore;
let provider: ProviderIdentity;
let passwordHash: string;
beforeAll(async () => {
  core = await createTestCore({ verifyIdToken: async () => provider });
  passwordHash = await core.services.passwords.hash(PASSWORD);
});
afterAll(() => core.close());

const address = () => `${randomUUID()}@example.invalid`;
const issue = async (purpose: Purpose, email: string, userId: number | null) =>
  (await core.kernel.write((tx) => issueToken(tx, core.services.secrets, { purpose, email, userId }))).token;
const googleOf = (email: string): ProviderIdentity => ({
  uid: randomUUID(),
  email,
  emailVerified: true,
  firstName: 'Asha',
  lastName: 'Rao',
});

/** An account that somebody else has been in, who has every way back into it. */
async function makeAccount(verified: boolean) {
  const { id, email } = await makeUser(core, { verified, passwordHash });
  const { sql } = core.database;
  const actor = core.as(userActor(id));
  const { sessionId } = await core.services.userSessions.create(id, { ip: null, userAgent: null });
  await sql`
    insert into push_subscriptions (user_id, session_id, endpoint_hash, sealed)
    values (${id}, ${sessionId}, ${randomUUID()}, 'x')`;
  const key = testPasskey();
  const made = key.make(await passkeyCreationOptions(actor, PASSWORD), core.services.appOrigin);
  await addPasskey(actor, 'phone', made);
  const links = {
    change: await issue('change_email', address(), id),
    signIn: await issue('sign_in_link', email, null),
  };
  const isIn = async () => {
    const answer = key.answer(await createPasskeyChallenge(core.services, { ip: null }), core.services.appOrigin);
    return signInByPasskey(core.services, anyCaller, { answer }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DomainError && error.code === 'PASSKEY_REFUSED') return false;
        throw error;
      },
    );
  };
  const waysOf = async () => {
    const [row] = await sql`
      select (select count(*)::int from user_sessions where user_id = ${id}) as sessions,
        (select count(*)::int from push_subscriptions where user_id = ${id}) as told,
        (select count(*)::int from passkeys where user_id = ${id}) as passkeys,
        (select array_agg(purpose order by purpose) from account_tokens
          where (user_id = ${id} or email = ${email}) and used_at is null) as links`;
    return row;
  };
  const toldOf = async () => {
    const rows = await sql<{ payload: { count: number } }[]>`
      select payload from messages where kind = 'passkeys_removed' and user_id = ${id}`;
    return rows.map(({ payload }) => payload.count);
  };
  return { id, email, key, sessionId, actor, links, isIn, waysOf, toldOf };
}

const NONE = { sessions: 0, told: 0, passkeys: 0, links: null };

describe('every way in ends, and its owner is told of passkeys', () => {
  test('by a reset of the password', async () => {
    const account = await makeAccount(true);
    expect(await account.isIn()).toBe(true);
    await issue('undo_email', address(), account.id);
    const token = await issue('reset_password', account.email, null);
    await resetPassword(core.services, { token, password: NEW_PASSWORD });
    // What leads back to an address that was there before belongs to who reads its mail.
    expect(await account.waysOf()).toEqual({ ...NONE, links: ['undo_email'] });
    expect(await account.isIn()).toBe(false);
    await expect(confirmEmailByLink(core.services, account.links.change)).rejects.toMatchObject({
      code: 'LINK_NOT_VALID',
    });
    expect(await account.toldOf()).toEqual([1]);
  });

  test('by taking back a change of the address, whose mail brings the only link', async () => {
    const account = await makeAccount(true);
    await confirmEmailByLink(core.services, account.links.change);
    const { token } = await readMailSecret(core, 'email_changed', account.email);
    await issue('change_email', address(), account.id);
    await undoEmailChange(core.services, token);
    expect(await account.waysOf()).toEqual({ ...NONE, links: ['reset_password'] });
    expect(await account.isIn()).toBe(false);
    expect(await account.toldOf()).toEqual([1]);
  });

  test('by joining an account with the provider, whose address nobody had verified', async () => {
    const account = await makeAccount(false);
    provider = googleOf(account.email);
    await providerSignIn(core.services, anyCaller, { idToken: 'x' });
    expect(await account.waysOf()).toEqual({ ...NONE, sessions: 1 });
    expect(await account.isIn()).toBe(false);
    expect(await account.toldOf()).toEqual([1]);
  });

  test('by a sign-in with the link of a mail, to an address that nobody had verified', async () => {
    const account = await makeAccount(false);
    await signInByLink(core.services, anyCaller, { token: account.links.signIn });
    // The one link that is under way leads to a new password.
    expect(await account.waysOf()).toEqual({ ...NONE, sessions: 1, links: ['reset_password'] });
    expect(await account.isIn()).toBe(false);
    expect(await account.toldOf()).toEqual([1]);
    await expect(signIn(core.services, anyCaller, { email: account.email, password: PASSWORD })).rejects.toMatchObject({
      code: 'WRONG_EMAIL_OR_PASSWORD',
    });
  });
});

test('who signs in with the link of a mail to an account that is verified takes nothing from it', async () => {
  const account = await makeAccount(true);
  await signInByLink(core.services, anyCaller, { token: account.links.signIn });
  expect(await account.waysOf()).toMatchObject({ sessions: 2, passkeys: 1, links: ['change_email'] });
  await signIn(core.services, anyCaller, { email: account.email, password: PASSWORD });
});

test('a password that is changed while somebody signs in with the one before lets nobody in', async () => {
  const account = await makeAccount(true);
  const token = await issue('reset_password', account.email, null);
  const { passwords } = core.services;
  const whileChanged: typeof passwords = {
    ...passwords,
    async verify(given, phc) {
      const right = await passwords.verify(given, phc);
      await resetPassword(core.services, { token, password: NEW_PASSWORD });
      return right;
    },
  };
  const services = { ...core.services, passwords: whileChanged };
  await expect(signIn(services, anyCaller, { email: account.email, password: PASSWORD })).rejects.toMatchObject({
    code: 'WRONG_EMAIL_OR_PASSWORD',
  });
  expect(await account.waysOf()).toEqual(NONE);
});

test('who changes the password while signed in keeps session and passkeys, and nothing else leads in', async () => {
  const account = await makeAccount(true);
  await core.services.userSessions.create(account.id, { ip: null, userAgent: null });
  await changePassword(account.actor, account.sessionId, { password: PASSWORD, newPassword: NEW_PASSWORD });
  expect(await account.waysOf()).toEqual({ sessions: 1, told: 1, passkeys: 1, links: null });
  expect(await account.isIn()).toBe(true);
  expect(await account.toldOf()).toEqual([]);
});

test('who joins an account whose address is verified takes nothing from it', async () => {
  const account = await makeAccount(true);
  provider = googleOf(account.email);
  await providerSignIn(core.services, anyCaller, { idToken: 'x' });
  expect(await account.waysOf()).toMatchObject({ sessions: 2, passkeys: 1, links: ['change_email', 'sign_in_link'] });
});

describe('taking back a change of the address and the provider', () => {
  const uidOf = async (id: number) => {
    const [row] = await core.database.sql`select provider_uid as uid from users where id = ${id}`;
    return row?.['uid'];
  };
  const change = async (id: number) => {
    const email = address();
    await confirmEmailByLink(core.services, await issue('change_email', email, id));
    return email;
  };
  const join = async (email: string) => {
    provider = googleOf(email);
    await providerSignIn(core.services, anyCaller, { idToken: 'x' });
    return provider.uid;
  };

  test('ends a join that came after it', async () => {
    const { id, email } = await makeAccount(true);
    const uid = await join(await change(id));
    expect(await uidOf(id)).toBe(uid);
    await undoEmailChange(core.services, (await readMailSecret(core, 'email_changed', email)).token);
    expect(await uidOf(id)).toBe(null);
  });

  test('keeps one that was there before', async () => {
    const { id, email } = await makeAccount(true);
    const uid = await join(email);
    await change(id);
    await undoEmailChange(core.services, (await readMailSecret(core, 'email_changed', email)).token);
    expect(await uidOf(id)).toBe(uid);
  });
});
