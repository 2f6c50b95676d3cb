import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeUser } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmEmailByLink } from './change.ts';
import {
  checkCode,
  consumeToken,
  describeLink,
  generateToken,
  issueToken,
  isTokenValid,
  LIFETIMES,
  type Purpose,
} from './tokens.ts';

/** Lifetimes of mail links and codes, and the limit of wrong codes. */

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const issue = (userId: number, purpose: Purpose = 'reset_password') =>
  core.kernel.write((tx) => issueToken(tx, core.services.secrets, { purpose, email: null, userId }));

const HOURS: Record<Purpose, number> = {
  sign_up: 24,
  verify_email: 24,
  reset_password: 0.5,
  sign_in_link: 0.25,
  change_email: 24,
  undo_email: 7 * 24,
  passkey: 5 / 60,
};

test.each(Object.entries(HOURS))('keeps a token for %s valid for %d hours', async (name, hours) => {
  const purpose = name as Purpose;
  const { id } = await makeUser(core);
  const { token, id: tokenId } = await issue(id, purpose);
  const [row] = await core.database.sql<{ seconds: number }[]>`
    select extract(epoch from expires_at - created_at)::float8 as seconds from account_tokens where id = ${tokenId}`;
  expect(row?.seconds).toBeCloseTo(hours * 3600, 1);
  const setRemaining = (seconds: number) => core.database.sql`
    update account_tokens set expires_at = now() + make_interval(secs => ${seconds}) where id = ${tokenId}`;
  await setRemaining(60);
  expect(await isTokenValid(core.kernel, purpose, token)).toBe(true);
  await setRemaining(0);
  expect(await isTokenValid(core.kernel, purpose, token)).toBe(false);
  expect(await core.kernel.write((tx) => consumeToken(tx, purpose, token))).toBeUndefined();
  expect(Object.keys(LIFETIMES)).toContain(name);
});

test('accepts a link once, for its own purpose', async () => {
  const { token } = await issue((await makeUser(core)).id);
  const consume = (purpose: Purpose) => core.kernel.write((tx) => consumeToken(tx, purpose, token));
  expect(await consume('sign_in_link')).toBeUndefined();
  expect(await consume('reset_password')).toBeDefined();
  expect(await consume('reset_password')).toBeUndefined();
});

describe('the code of a mail', () => {
  const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const wrong = { code: 'CODE_WRONG' };
  const check = (userId: number, code: string) => checkCode(core.services, 'reset_password', { userId }, code);

  test('is accepted after four wrong codes, not after five', async () => {
    const [four, five] = [(await makeUser(core)).id, (await makeUser(core)).id];
    const [fourth, fifth] = [(await issue(four)).code, (await issue(five)).code];
    for (let i = 0; i < 4; i++) await expect(check(four, otherCode(fourth))).rejects.toMatchObject(wrong);
    expect(await check(four, fourth)).toMatchObject({ userId: four });
    for (let i = 0; i < 5; i++) await expect(check(five, otherCode(fifth))).rejects.toMatchObject(wrong);
    await expect(check(five, fifth)).rejects.toMatchObject(wrong);
    // The next mail resets the count.
    expect(await check(five, (await issue(five)).code)).toMatchObject({ userId: five });
  });

  test('is refused if it comes from an earlier mail or belongs to another user', async () => {
    const { id } = await makeUser(core);
    const first = (await issue(id)).code;
    const { code } = await issue(id);
    if (first !== code) await expect(check(id, first)).rejects.toMatchObject(wrong);
    await expect(check((await makeUser(core)).id, code)).rejects.toMatchObject(wrong);
    expect(await check(id, code)).toMatchObject({ userId: id });
  });
});

describe('the description of a link', () => {
  const describeIt = (token: string) => describeLink(core.services, token);
  const issueTo = (purpose: Purpose, email: string, userId: number | null) =>
    core.kernel.write((tx) => issueToken(tx, core.services.secrets, { purpose, email, userId }));

  test('names the account, and does not consume the link', async () => {
    const { id, email } = await makeUser(core);
    const { token } = await issueTo('verify_email', email, id);
    for (let i = 0; i < 2; i++) {
      expect(await describeIt(token)).toEqual({ state: 'open', email, account: email, opens_session: false });
    }
    expect(await core.kernel.write((tx) => consumeToken(tx, 'verify_email', token))).toBeDefined();
    expect(await describeIt(token)).toEqual({ state: 'invalid', email: null, account: null, opens_session: false });
  });

  test('has the state `done` while the account still has the address that the link set', async () => {
    const { id, email } = await makeUser(core, { verified: true });
    const nextEmail = `next-${email}`;
    const { token } = await issueTo('change_email', nextEmail, id);
    expect(await describeIt(token)).toMatchObject({ state: 'open', email: nextEmail, account: email });
    await confirmEmailByLink(core.services, token);
    expect(await describeIt(token)).toMatchObject({ state: 'done', email: nextEmail, account: nextEmail });
    await core.database.sql`update users set email = ${email} where id = ${id}`;
    expect(await describeIt(token)).toMatchObject({ state: 'invalid' });
  });

  test('never has the state `done` for a link that signs in or resets a password', async () => {
    const { email } = await makeUser(core, { verified: true });
    for (const purpose of ['reset_password', 'sign_in_link'] as const) {
      const { token } = await issueTo(purpose, email, null);
      expect(await describeIt(token)).toMatchObject({
        state: 'open',
        account: email,
        opens_session: purpose === 'sign_in_link',
      });
      await core.kernel.write((tx) => consumeToken(tx, purpose, token));
      expect(await describeIt(token)).toMatchObject({ state: 'invalid', email: null });
    }
  });

  test('has the state `invalid` for an unknown secret, and for a token without an email address', async () => {
    expect(await describeIt('a'.repeat(43))).toMatchObject({ state: 'invalid' });
    const { id } = await makeUser(core);
    expect(await describeIt((await issue(id, 'passkey')).token)).toMatchObject({ state: 'invalid' });
  });
});

test('ends each secret in a letter or digit, since mail programs cut a final dash off a link', () => {
  // 32 bytes leave two bits of the last character unused. So it is one of sixteen characters, and none of these is a
  // dash or an underscore.
  for (let i = 0; i < 200; i++) expect(generateToken()).toMatch(/^[\w-]{42}[A-Za-z0-9]$/);
});
