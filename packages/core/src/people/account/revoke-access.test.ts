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

/** Regaining an account removes everyone else's access. */

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
const makeIdentity = (email: string): ProviderIdentity => ({
  uid: randomUUID(),
  email,
  emailVerified: true,
  firstName: 'Asha',
  lastName: 'Rao',
});

/** An account that an attacker used and can still access in every way. */
async function makeAccount(verified: boolean) {
  const { id, email } = await makeUser(core, { verified, passwordHash });
  const { sql } = core.database;
  const actor = core.as(userActor(id));
  const { sessionId } = await core.services.userSessions.create(id, { ip: null, userAgent: null });
  await sql`
    insert into push_subscriptions (user_id, session_id, endpoint_hash, sealed)
    values (${id}, ${sessionId}, ${randomUUID()}, 'x')`;
  const key = testPasskey();
  const registration = key.make(await passkeyCreationOptions(actor, PASSWORD), core.services.appOrigin);
  await addPasskey(actor, 'phone', registration);
  const links = {
    change: await issue('change_email', address(), id),
    signIn: await issue('sign_in_link', email, null),
  };
  const canSignInByPasskey = async () => {
    const answer = key.answer(await createPasskeyChallenge(core.services, { ip: null }), core.services.appOrigin);
    return signInByPasskey(core.services, anyCaller, { answer }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DomainError && error.code === 'PASSKEY_REFUSED') return false;
        throw error;
      },
    );
  };
  const readAccess = async () => {
    const [row] = await sql`
      select (select count(*)::int from user_sessions where user_id = ${id}) as sessions,
        (select count(*)::int from push_subscriptions where user_id = ${id}) as subscriptions,
        (select count(*)::int from passkeys where user_id = ${id}) as passkeys,
        (select array_agg(purpose order by purpose) from account_tokens
          where (user_id = ${id} or email = ${email}) and used_at is null) as links`;
    return row;
  };
  const readRemovalNotices = async () => {
    const rows = await sql<{ payload: { count: number } }[]>`
      select payload from messages where kind = 'passkeys_removed' and user_id = ${id}`;
    return rows.map(({ payload }) => payload.count);
  };
  return { id, email, key, sessionId, actor, links, canSignInByPasskey, readAccess, readRemovalNotices };
}

const NONE = { sessions: 0, subscriptions: 0, passkeys: 0, links: null };

describe('revokes all access and reports removed passkeys to the owner', () => {
  test('on a password reset', async () => {
    const account = await makeAccount(true);
    expect(await account.canSignInByPasskey()).toBe(true);
    await issue('undo_email', address(), account.id);
    const token = await issue('reset_password', account.email, null);
    await resetPassword(core.services, { token, password: NEW_PASSWORD });
    // The undo link stays valid: only the account's owner reads the earlier address's mail.
    expect(await account.readAccess()).toEqual({ ...NONE, links: ['undo_email'] });
    expect(await account.canSignInByPasskey()).toBe(false);
    await expect(confirmEmailByLink(core.services, account.links.change)).rejects.toMatchObject({
      code: 'LINK_NOT_VALID',
    });
    expect(await account.readRemovalNotices()).toEqual([1]);
  });

  test('on undoing an email change; then only a new reset link is valid', async () => {
    const account = await makeAccount(true);
    await confirmEmailByLink(core.services, account.links.change);
    const { token } = await readMailSecret(core, 'email_changed', account.email);
    await issue('change_email', address(), account.id);
    await undoEmailChange(core.services, token);
    expect(await account.readAccess()).toEqual({ ...NONE, links: ['reset_password'] });
    expect(await account.canSignInByPasskey()).toBe(false);
    expect(await account.readRemovalNotices()).toEqual([1]);
  });

  test('on linking a provider to an account with an unverified address', async () => {
    const account = await makeAccount(false);
    provider = makeIdentity(account.email);
    await providerSignIn(core.services, anyCaller, { idToken: 'x' });
    expect(await account.readAccess()).toEqual({ ...NONE, sessions: 1 });
    expect(await account.canSignInByPasskey()).toBe(false);
    expect(await account.readRemovalNotices()).toEqual([1]);
  });

  test('when an account with an unverified address signs in with a link', async () => {
    const account = await makeAccount(false);
    await signInByLink(core.services, anyCaller, { token: account.links.signIn });
    // The only pending link resets the password.
    expect(await account.readAccess()).toEqual({ ...NONE, sessions: 1, links: ['reset_password'] });
    expect(await account.canSignInByPasskey()).toBe(false);
    expect(await account.readRemovalNotices()).toEqual([1]);
    await expect(signIn(core.services, anyCaller, { email: account.email, password: PASSWORD })).rejects.toMatchObject({
      code: 'WRONG_EMAIL_OR_PASSWORD',
    });
  });
});

test('keeps all access when a verified account signs in with a link', async () => {
  const account = await makeAccount(true);
  await signInByLink(core.services, anyCaller, { token: account.links.signIn });
  expect(await account.readAccess()).toMatchObject({ sessions: 2, passkeys: 1, links: ['change_email'] });
  await signIn(core.services, anyCaller, { email: account.email, password: PASSWORD });
});

test('refuses a sign-in with the old password if the password is reset meanwhile', async () => {
  const account = await makeAccount(true);
  const token = await issue('reset_password', account.email, null);
  const { passwords } = core.services;
  const passwordsResetMeanwhile: typeof passwords = {
    ...passwords,
    async verify(given, phc) {
      const right = await passwords.verify(given, phc);
      await resetPassword(core.services, { token, password: NEW_PASSWORD });
      return right;
    },
  };
  const services = { ...core.services, passwords: passwordsResetMeanwhile };
  await expect(signIn(services, anyCaller, { email: account.email, password: PASSWORD })).rejects.toMatchObject({
    code: 'WRONG_EMAIL_OR_PASSWORD',
  });
  expect(await account.readAccess()).toEqual(NONE);
});

test('keeps only the current session, its push subscription and the passkeys on a password change', async () => {
  const account = await makeAccount(true);
  await core.services.userSessions.create(account.id, { ip: null, userAgent: null });
  await changePassword(account.actor, account.sessionId, { password: PASSWORD, newPassword: NEW_PASSWORD });
  expect(await account.readAccess()).toEqual({ sessions: 1, subscriptions: 1, passkeys: 1, links: null });
  expect(await account.canSignInByPasskey()).toBe(true);
  expect(await account.readRemovalNotices()).toEqual([]);
});

test('keeps all access on linking a provider to a verified account', async () => {
  const account = await makeAccount(true);
  provider = makeIdentity(account.email);
  await providerSignIn(core.services, anyCaller, { idToken: 'x' });
  expect(await account.readAccess()).toMatchObject({
    sessions: 2,
    passkeys: 1,
    links: ['change_email', 'sign_in_link'],
  });
});

describe('undoing an email change', () => {
  const getProviderUid = async (id: number) => {
    const [row] = await core.database.sql`select provider_uid as uid from users where id = ${id}`;
    return row?.['uid'];
  };
  const change = async (id: number) => {
    const email = address();
    await confirmEmailByLink(core.services, await issue('change_email', email, id));
    return email;
  };
  const linkProvider = async (email: string) => {
    provider = makeIdentity(email);
    await providerSignIn(core.services, anyCaller, { idToken: 'x' });
    return provider.uid;
  };

  test('unlinks a provider linked after the change', async () => {
    const { id, email } = await makeAccount(true);
    const uid = await linkProvider(await change(id));
    expect(await getProviderUid(id)).toBe(uid);
    await undoEmailChange(core.services, (await readMailSecret(core, 'email_changed', email)).token);
    expect(await getProviderUid(id)).toBe(null);
  });

  test('keeps a provider linked before the change', async () => {
    const { id, email } = await makeAccount(true);
    const uid = await linkProvider(email);
    await change(id);
    await undoEmailChange(core.services, (await readMailSecret(core, 'email_changed', email)).token);
    expect(await getProviderUid(id)).toBe(uid);
  });
});
