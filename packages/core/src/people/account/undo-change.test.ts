import { randomUUID } from 'node:crypto';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeUser } from '@inaam/testing/factories/identity';
import { readMailSecret } from '@inaam/testing/factories/mail-secrets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmEmailByLink, undoEmailChange } from './change.ts';
import { issueToken } from './tokens.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

/** Creates a user whose email can be changed and changed back. An attacker with the password could do so repeatedly. */
async function createUser() {
  const { id, email: first } = await makeUser(core, { verified: true });
  const address = () => `${randomUUID()}@example.invalid`;
  return {
    first,
    second: address(),
    third: address(),
    /** Changes the email address and returns the token of the link that restores the previous address. */
    async changeTo(email: string): Promise<string> {
      const before = await this.email();
      const { token } = await core.kernel.write((tx) =>
        issueToken(tx, core.services.secrets, { purpose: 'change_email', email, userId: id }),
      );
      await confirmEmailByLink(core.services, token);
      return (await readMailSecret(core, 'email_changed', before)).token;
    },
    undo: (token: string) => undoEmailChange(core.services, token),
    async email(): Promise<string> {
      const [row] = await core.database.sql<{ email: string }[]>`select email from users where id = ${id}`;
      return row?.email ?? '';
    },
  };
}

test('keeps the first undo link valid after a second change, and revokes all undo links when it is used', async () => {
  const user = await createUser();
  const tokenForFirst = await user.changeTo(user.second);
  const tokenForSecond = await user.changeTo(user.third);
  await user.undo(tokenForFirst);
  expect(await user.email()).toBe(user.first);
  await expect(user.undo(tokenForSecond)).rejects.toMatchObject({ code: 'LINK_NOT_VALID' });
  await expect(user.undo(tokenForFirst)).rejects.toMatchObject({ code: 'LINK_NOT_VALID' });
  expect(await user.email()).toBe(user.first);
});

test('restores the first address with the first undo link, even after the second change was undone', async () => {
  const user = await createUser();
  const tokenForFirst = await user.changeTo(user.second);
  await user.undo(await user.changeTo(user.third));
  expect(await user.email()).toBe(user.second);
  await user.undo(tokenForFirst);
  expect(await user.email()).toBe(user.first);
});

test('revokes the undo link of an address that the account had between two periods with the restored one', async () => {
  const user = await createUser();
  await user.changeTo(user.second);
  const tokenForSecond = await user.changeTo(user.first);
  const tokenForFirst = await user.changeTo(user.third);
  await user.undo(tokenForFirst);
  expect(await user.email()).toBe(user.first);
  await expect(user.undo(tokenForSecond)).rejects.toMatchObject({ code: 'LINK_NOT_VALID' });
});

test('sends no undo link to an address that was never verified: it may be a stranger’s', async () => {
  const { id, email: mistyped } = await makeUser(core);
  const email = `${randomUUID()}@example.invalid`;
  const { token } = await core.kernel.write((tx) =>
    issueToken(tx, core.services.secrets, { purpose: 'change_email', email, userId: id }),
  );
  await confirmEmailByLink(core.services, token);
  const [user] = await core.database.sql`select email from users where id = ${id}`;
  expect(user).toEqual({ email });
  expect(await core.database.sql`select 1 from messages where recipient = ${mistyped}`).toHaveLength(0);
  expect(
    await core.database.sql`
    select 1 from account_tokens where user_id = ${id} and purpose = 'undo_email'`,
  ).toHaveLength(0);
});
