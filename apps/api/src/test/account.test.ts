import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { documentVersions } from '@inaam/contracts/account/consents';
import { deliverMessages } from '@inaam/core/outbox/messages/commands';
import { deleteDueAccounts, requestSignUp } from '@inaam/core/people/account/commands';
import { type Mail, type Mailbox, openMailbox } from '@inaam/mailbox/mailbox';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';
import { PASSWORD, registerUser, signInAdmin } from './support/people.ts';

/** Tests accounts over `.php` endpoints and tRPC, with mail through a real SMTP server. */

let mailbox: Mailbox;
let api: TestApi;
beforeAll(async () => {
  mailbox = await openMailbox();
  api = await createTestApi({ MAIL: 'on', MAIL_URL: mailbox.url });
});
afterAll(async () => {
  await api.close();
  await mailbox.close();
});

let host = 0;
const nextAddress = () => `10.77.${++host >> 8}.${host & 255}`;
const register = () => registerUser(api.appHost, nextAddress());
const guest = () => new Client(api.appHost, nextAddress());

/** Sends queued mail in parallel with the process's own job, until none is left. */
async function sendAll(): Promise<void> {
  for (;;) {
    await deliverMessages(api.services);
    const [row] = await api.core.database.sql<{ waiting: boolean }[]>`
      select exists (select 1 from messages where status = 'queued') as waiting`;
    if (!row?.waiting) return;
    await sleep(20);
  }
}

async function waitForMail(email: string, subject: RegExp): Promise<Mail> {
  await sendAll();
  const found = mailbox.list(email).find((mail) => subject.test(mail.subject));
  if (!found) throw new Error(`no mail to ${email}: ${mailbox.list(email).map((mail) => mail.subject)}`);
  return found;
}
const getToken = ({ text }: Mail): string => /#([\w-]{43})$/m.exec(text)?.[1] ?? '';
const getCode = ({ text }: Mail): string => /^(\d{6})$/m.exec(text)?.[1] ?? '';
const markVerified = (email: string) =>
  api.core.database.sql`update users set email_verified_at = now() where email = ${email}`;
const checkSession = async (client: Client) => (await client.query('user.identity.me')).body.result.data;
const overview = async (client: Client) => (await client.query('user.account.overview')).body.result.data;
const login = (client: Client, email: string, password: string) => client.post('/api/login.php', { email, password });
const domainCode = (answer: { body: { error?: { data?: { domainCode?: string } } } }) =>
  answer.body.error?.data?.domainCode;

describe('verification', () => {
  test('is required for a spin but not for the rest of the app', async () => {
    const { client, email } = await register();
    const { offer_id } = await makeOffer(api.core);
    const spin = () => client.post('/api/spin.php', { offerId: offer_id });
    const refused = { status: 403, body: { error: 'Please verify your email to spin' } };
    expect(await spin()).toMatchObject(refused);
    expect((await client.get('/api/offers.php')).status).toBe(200);
    expect((await client.post('/api/click-offer.php', { offerId: offer_id })).status).toBe(200);
    expect(await overview(client)).toMatchObject({ email_verified: false, must_verify: true });
    expect(await checkSession(client)).toMatchObject({ email, mustVerify: true, hasAccountNotice: false });

    const mail = await waitForMail(email, /is your Inaam code$/);
    expect(domainCode(await client.mutate('user.account.verifyByCode', { code: '000000' }))).toBe('CODE_WRONG');
    const typed = getCode(mail).replace(/^(\d{3})/, '$1 ');
    expect((await client.mutate('user.account.verifyByCode', { code: typed })).status).toBe(200);
    expect(await overview(client)).toMatchObject({ email_verified: true, must_verify: false });
    expect(await checkSession(client)).toMatchObject({ email, mustVerify: false });
    expect((await spin()).body).toEqual({ error: 'Offer not completed yet' });
  });

  test('works once with the link in the mail, without a session', async () => {
    const { client, email } = await register();
    const token = getToken(await waitForMail(email, /code$/));
    const other = guest();
    expect((await other.mutate('user.account.verifyByLink', { token })).body.result.data).toEqual({ signedIn: null });
    expect(other.cookies.size).toBe(0);
    expect(await overview(client)).toMatchObject({ email_verified: true });
    expect(domainCode(await other.mutate('user.account.verifyByLink', { token }))).toBe('LINK_NOT_VALID');
  });

  test('invalidates a code after five wrong guesses, and sends another code in a new mail', async () => {
    const { client, email } = await register();
    const code = getCode(await waitForMail(email, /code$/));
    const wrong = code === '111111' ? '222222' : '111111';
    for (let i = 0; i < 5; i++) await client.mutate('user.account.verifyByCode', { code: wrong });
    expect(domainCode(await client.mutate('user.account.verifyByCode', { code }))).toBe('CODE_WRONG');
    expect((await client.mutate('user.account.resendVerification')).status).toBe(200);
    await sendAll();
    const [newest] = mailbox.list(email);
    expect((await client.mutate('user.account.verifyByCode', { code: getCode(newest as Mail) })).status).toBe(200);
  });

  test('limits how often a code is mailed', async () => {
    const { client } = await register();
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await client.mutate('user.account.resendVerification')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('sign-up by mail', () => {
  const signUpByMail = async (body: object, client = guest()) => {
    api.services.accounts.signUpByMail = true;
    try {
      return { client, answer: await client.post('/api/register.php', body) };
    } finally {
      api.services.accounts.signUpByMail = false;
    }
  };
  const form = (email: string) => ({ firstName: 'Asha', lastName: 'Rao', email, password: PASSWORD });

  test('answers alike for a free and a taken e-mail address', async () => {
    const { email: taken } = await register();
    const free = `${randomUUID()}@example.com`;
    const answers = [await signUpByMail(form(free)), await signUpByMail(form(taken))];
    for (const { answer, client } of answers) {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ success: true, message: 'Check your email to continue' });
      expect(client.cookies.size).toBe(0);
    }
    expect((await waitForMail(taken, /^You already have/)).text).not.toMatch(/#[\w-]{43}/);
    expect((await waitForMail(free, /is your Inaam code$/)).text).toContain('Finish signing up');
  });

  test('gives a program with a sign-up key the new session at once, however many users it signs up', async () => {
    const owner = await signInAdmin(api);
    const issue = async (name: string, scopes: string[]) => {
      const { body } = await owner.client.mutate('admin.keys.issue', { name, scopes });
      return { authorization: `Bearer ${body.result.data.key}` };
    };
    const registrar = await issue('partner', ['users:register']);
    const service = guest();
    const signUpWith = (headers: object) =>
      service.post('/api/register.php', form(`${randomUUID()}@example.com`), headers as Record<string, string>);
    api.services.accounts.signUpByMail = true;
    try {
      // More sign-ups than one IP address may send without proof of work.
      for (let i = 0; i < 45; i++) {
        const { status, body } = await signUpWith(registrar);
        expect(status, JSON.stringify(body)).toBe(200);
        expect(body).toMatchObject({ sessionId: expect.any(String), user: { firstName: 'Asha' } });
      }
      const reading = await issue('reading', ['users:read']);
      expect(await signUpWith(reading)).toMatchObject({ status: 403 });
      expect(await signUpWith({ authorization: 'Bearer inaam_unknown-key-of-a-test' })).toMatchObject({ status: 401 });
      // tRPC ignores the key. The program reads offers with the session cookie of its sign-up, not with the key.
      const byRpc = await guest().mutate('user.identity.register', form(`${randomUUID()}@example.com`), registrar);
      expect(byRpc.body.result.data).toEqual({ message: 'Check your email to continue' });
      expect((await service.get('/api/offers.php', registrar)).status).toBe(200);
      expect((await guest().get('/api/offers.php', registrar)).status).toBe(401);
    } finally {
      api.services.accounts.signUpByMail = false;
    }
  });

  test('opens the account only after the mail’s link or code', async () => {
    for (const way of ['link', 'code'] as const) {
      const email = `${randomUUID()}@example.com`;
      const { client } = await signUpByMail(form(email));
      expect((await login(client, email, PASSWORD)).body).toEqual({ error: 'Invalid email or password' });
      const mail = await waitForMail(email, /code$/);
      const done =
        way === 'link'
          ? await client.mutate('user.account.verifyByLink', { token: getToken(mail) })
          : await client.mutate('user.account.finishSignUp', { email, code: getCode(mail) });
      expect(done.status).toBe(200);
      expect(await overview(client)).toMatchObject({ email, email_verified: true });
      expect((await login(guest(), email, PASSWORD)).status).toBe(200);
    }
  });
});

describe('recovery', () => {
  test('answers every reset request alike and mails only existing accounts', async () => {
    const { email } = await register();
    const unknownEmail = `${randomUUID()}@example.com`;
    const answers = [];
    for (const to of [email, unknownEmail]) {
      const { status, body } = await guest().mutate('user.account.requestReset', { email: to });
      answers.push({ status, body });
    }
    expect(answers[0]).toEqual(answers[1]);
    await waitForMail(email, /^Reset/);
    expect(mailbox.list(unknownEmail)).toEqual([]);
  });

  test('sets a password once with the reset link and ends every session', async () => {
    const { email, client } = await register();
    await guest().mutate('user.account.requestReset', { email });
    const token = getToken(await waitForMail(email, /^Reset/));
    const refused = await guest().mutate('user.account.resetPassword', { token, password: 'password1' });
    expect(refused.body.error.message).toMatch(/^This password is too common/);
    const reset = () => guest().mutate('user.account.resetPassword', { token, password: 'a quite new word 9' });
    expect((await reset()).status).toBe(200);
    expect(domainCode(await reset())).toBe('LINK_NOT_VALID');
    expect((await client.get('/api/offers.php')).status).toBe(401);
    expect((await login(guest(), email, PASSWORD)).status).toBe(401);
    expect((await login(guest(), email, 'a quite new word 9')).status).toBe(200);
    await waitForMail(email, /password was changed$/);
  });

  test('invalidates a reset link once a newer one is requested, and any link after its expiry', async () => {
    const { email } = await register();
    await guest().mutate('user.account.requestReset', { email });
    const first = getToken(await waitForMail(email, /^Reset/));
    await guest().mutate('user.account.requestReset', { email });
    await sendAll();
    const second = getToken(mailbox.list(email)[0] as Mail);
    const password = 'a quite new word 9';
    expect(domainCode(await guest().mutate('user.account.resetPassword', { token: first, password }))).toBe(
      'LINK_NOT_VALID',
    );
    await api.core.database.sql`
      update account_tokens set expires_at = now() where email = ${email} and used_at is null`;
    expect(domainCode(await guest().mutate('user.account.resetPassword', { token: second, password }))).toBe(
      'LINK_NOT_VALID',
    );
  });

  test('signs in with a link, without a password, and replaces the browser’s session', async () => {
    const { email } = await register();
    const before = await register();
    await guest().mutate('user.account.requestSignInLink', { email });
    const token = getToken(await waitForMail(email, /^Sign in/));
    expect((await before.client.mutate('user.account.signInByLink', { token })).status).toBe(200);
    expect(await overview(before.client)).toMatchObject({ email });
    const remainingSessions = await api.core.database.sql`select 1 from user_sessions where user_id = ${before.id}`;
    expect(remainingSessions).toHaveLength(0);
  });
});

describe('language', () => {
  test('is the user’s choice in later mails', async () => {
    const { client, email } = await register();
    expect(await overview(client)).toMatchObject({ language: null });
    expect((await client.mutate('user.account.chooseLanguage', { language: 'hi' })).status).toBe(200);
    expect(await overview(client)).toMatchObject({ language: 'hi' });
    await markVerified(email);
    await guest().mutate('user.account.requestReset', { email });
    const mail = await waitForMail(email, /पासवर्ड बदलें/);
    expect(mail.text).toContain('नमस्ते Asha,');
    expect(mail.html).toContain('<html lang="hi-IN">');
    expect(getToken(mail)).not.toBe('');
    expect(domainCode(await client.mutate('user.account.chooseLanguage', { language: 'xx' }))).toBe('BAD_INPUT');
  });

  test('is the browser’s after a sign-up, in the first mail and in the account', async () => {
    const email = `${randomUUID()}@example.com`;
    const caller = { ip: nextAddress(), userAgent: null };
    await requestSignUp(api.services, caller, {
      firstName: 'Meera',
      lastName: 'Iyer',
      email,
      password: PASSWORD,
      language: 'hi',
    });
    const mail = await waitForMail(email, /कोड है/);
    const client = guest();
    expect((await client.mutate('user.account.finishSignUp', { email, code: getCode(mail) })).status).toBe(200);
    expect(await overview(client)).toMatchObject({ language: 'hi' });
  });
});

describe('consent', () => {
  test('covers the current texts and the minimum age, and is asked for once more after a change', async () => {
    const { client, id } = await register();
    const readConsents = () => api.core.database.sql`
      select document, version from consents where user_id = ${id} order by document, version`;
    const now = [
      { document: 'age', version: '13' },
      { document: 'privacy', version: documentVersions.privacy },
      { document: 'terms', version: documentVersions.terms },
    ];
    expect([...(await readConsents())]).toEqual(now);
    expect(await overview(client)).toMatchObject({ changed_texts: [] });
    await api.core.database.sql`
      update consents set version = case document when 'age' then '12' else '2020-01-01' end
      where user_id = ${id} and document in ('age', 'terms')`;
    expect(await overview(client)).toMatchObject({ changed_texts: ['terms', 'age'] });
    expect(await checkSession(client)).toMatchObject({ hasAccountNotice: true });
    expect((await client.mutate('user.account.acceptTexts')).status).toBe(200);
    expect(await overview(client)).toMatchObject({ changed_texts: [] });
    expect(await readConsents()).toEqual(expect.arrayContaining(now));
  });
});

describe('changes', () => {
  test('of the password require the current one, end other sessions and send a mail', async () => {
    const { client, email } = await register();
    const other = guest();
    await login(other, email, PASSWORD);
    const change = (password: string) =>
      client.mutate('user.account.changePassword', { password, newPassword: 'a quite new word 9' });
    expect(domainCode(await change('not this one'))).toBe('WRONG_CURRENT_PASSWORD');
    expect((await change(PASSWORD)).status).toBe(200);
    expect((await client.get('/api/offers.php')).status).toBe(200);
    expect((await other.get('/api/offers.php')).status).toBe(401);
    await waitForMail(email, /password was changed$/);
  });

  test('of the e-mail address are confirmed at the new address, and can be undone from the old one', async () => {
    const { client, email } = await register();
    await markVerified(email);
    const next = `${randomUUID()}@example.com`;
    expect((await client.mutate('user.account.requestEmailChange', { email: next, password: PASSWORD })).status).toBe(
      200,
    );
    expect(await overview(client)).toMatchObject({ email });
    const confirm = getToken(await waitForMail(next, /code$/));
    expect((await guest().mutate('user.account.confirmEmailByLink', { token: confirm })).status).toBe(200);
    expect(await overview(client)).toMatchObject({ email: next, email_verified: true });

    const undo = getToken(await waitForMail(email, /e-mail was changed$/));
    expect((await guest().mutate('user.account.undoEmailChange', { token: undo })).status).toBe(200);
    expect((await client.get('/api/offers.php')).status).toBe(401);
    expect((await login(guest(), email, PASSWORD)).status).toBe(401);
    const reset = getToken(await waitForMail(email, /^Reset/));
    expect(
      (await guest().mutate('user.account.resetPassword', { token: reset, password: 'mine again 44' })).status,
    ).toBe(200);
    expect((await login(guest(), email, 'mine again 44')).status).toBe(200);
  });

  test('to a taken e-mail address get the same answer as to a free one, and fail when the link is opened', async () => {
    const { client } = await register();
    const { email: taken } = await register();
    const response = await client.mutate('user.account.requestEmailChange', { email: taken, password: PASSWORD });
    expect(response.status).toBe(200);
    const mail = await waitForMail(taken, /code$/);
    await sendAll();
    const confirm = mailbox.list(taken).find(({ text }) => text.includes('Confirm your new e-mail')) ?? mail;
    expect(domainCode(await guest().mutate('user.account.confirmEmailByLink', { token: getToken(confirm) }))).toBe(
      'EMAIL_TAKEN',
    );
  });
});

describe('sessions', () => {
  test('are listed, the current one first, and can be ended singly or all at once except the current one', async () => {
    const { client, email } = await register();
    const others = [guest(), guest(), guest()];
    for (const other of others) await login(other, email, PASSWORD);
    const list = async () => (await client.query('user.account.sessions')).body.result.data;
    const [present, second] = await list();
    expect(present).toMatchObject({ present: true });
    expect(await list()).toHaveLength(4);
    await client.mutate('user.account.endSession', { sessionId: second.session_id });
    expect(await list()).toHaveLength(3);
    expect((await client.mutate('user.account.endOtherSessions')).body.result.data).toEqual({ ended: 2 });
    expect(await list()).toHaveLength(1);
    // Another user cannot end the session.
    const stranger = await register();
    await stranger.client.mutate('user.account.endSession', { sessionId: present.session_id });
    expect(await list()).toHaveLength(1);
  });

  test('are at most 20: a new one ends the least recently used one', async () => {
    const { client, email, id } = await register();
    for (let i = 0; i < 19; i++) await api.services.userSessions.create(id, { ip: null, userAgent: null });
    await login(guest(), email, PASSWORD);
    expect((await client.get('/api/offers.php')).status).toBe(401);
    const [row] = await api.core.database.sql<{ count: number }[]>`
      select count(*)::int as count from user_sessions s join users u on u.id = s.user_id where u.email = ${email}`;
    expect(row?.count).toBe(20);
  });

  test('notify the owner of a new browser but not of a known one', async () => {
    const { client, email } = await register();
    await client.mutate('user.identity.logout');
    await login(client, email, PASSWORD);
    await sendAll();
    expect(mailbox.list(email).filter(({ subject }) => subject.startsWith('New sign-in'))).toEqual([]);
    await login(guest(), email, PASSWORD);
    expect((await waitForMail(email, /^New sign-in/)).text).toContain('10.77.');
  });
});

describe('deletion', () => {
  test('can be cancelled within the grace period', async () => {
    const { client, email } = await register();
    expect(domainCode(await client.mutate('user.account.requestDeletion', { password: 'no' }))).toBe(
      'WRONG_CURRENT_PASSWORD',
    );
    const { body } = await client.mutate('user.account.requestDeletion', { password: PASSWORD });
    const days = (Date.parse(body.result.data.deletion_due_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    await waitForMail(email, /will be deleted$/);
    await deleteDueAccounts(api.services);
    expect(await checkSession(client)).toMatchObject({ hasAccountNotice: true });
    await client.mutate('user.account.keepAccount');
    expect(await overview(client)).toMatchObject({ deletion_due_at: null, email });
    expect(await checkSession(client)).toMatchObject({ hasAccountNotice: false });
  });
});

describe('the export of an account', () => {
  test('contains the user’s data without secrets', async () => {
    const { client, email, id } = await register();
    const { offer_id } = await makeOffer(api.core);
    await client.post('/api/click-offer.php', { offerId: offer_id });
    const { sections } = (await client.query('user.account.export')).body.result.data;
    const named = Object.fromEntries(sections.map(({ name, rows }: { name: string; rows: object[] }) => [name, rows]));
    expect(named['account']).toMatchObject([{ id, email, first_name: 'Asha' }]);
    expect(named['clicks']).toHaveLength(1);
    expect(JSON.stringify(sections)).not.toMatch(/\$argon2|password_hash/);
  });
});
