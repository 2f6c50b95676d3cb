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

/** A user whose address is changed repeatedly, as an attacker with the password could. */
async function makePerson() {
  const { id, email: first } = await makeUser(core, { verified: true });
  const address = () => `${randomUUID()}@example.invalid`;
  return {
    first,
    second: address(),
    third: address(),
    /** Changes the address and returns the undo link's token for the earlier one. */
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

test('keeps the undo link to the first address after a second change, and revokes later ones on use', async () => {
  const person = await makePerson();
  const toFirst = await person.changeTo(person.second);
  const toSecond = await person.changeTo(person.third);
  await person.undo(toFirst);
  expect(await person.email()).toBe(person.first);
  await expect(person.undo(toSecond)).rejects.toMatchObject({ code: 'LINK_NOT_VALID' });
  await expect(person.undo(toFirst)).rejects.toMatchObject({ code: 'LINK_NOT_VALID' });
  expect(await person.email()).toBe(person.first);
});

test('undoes all changes by the first link, even after a later change was undone', async () => {
  const person = await makePerson();
  const toFirst = await person.changeTo(person.second);
  await person.undo(await person.changeTo(person.third));
  expect(await person.email()).toBe(person.second);
  await person.undo(toFirst);
  expect(await person.email()).toBe(person.first);
});

test('revokes links to addresses between two uses of the first address', async () => {
  const person = await makePerson();
  await person.changeTo(person.second);
  const toSecond = await person.changeTo(person.first);
  const again = await person.changeTo(person.third);
  await person.undo(again);
  expect(await person.email()).toBe(person.first);
  await expect(person.undo(toSecond)).rejects.toMatchObject({ code: 'LINK_NOT_VALID' });
});
