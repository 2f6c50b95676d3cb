import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork, postback } from '@inaam/testing/factories/completions';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteDueAccounts } from './delete-account.ts';

/** A fingerprint or name can be any text. Erasing it must not change text about other people. */

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());
beforeEach(async () => {
  // A test can leave a user whose deletion failed.
  await core.database.sql`update users set deletion_due_at = null`;
});

/** Writes an audit entry about another user and returns a function that reads it. */
async function writeEntryAboutOther(words: { before?: object; after?: object; note?: string; action?: string }) {
  const { before = {}, after = {}, note = null, action = 'users.flag' } = words;
  const { sql } = core.database;
  await sql`
    select write_audit('{"kind":"admin","id":1,"name":"ravi","ip":"192.0.2.77"}', ${action}, '999999',
      ${JSON.stringify(before)}::text::jsonb, ${JSON.stringify(after)}::text::jsonb, ${note})`;
  const [entry] = await sql<{ id: number }[]>`select max(id) as id from audit_log`;
  const id = entry?.id ?? 0;
  return async () => {
    const [row] = await sql`
      select e.before, e.after, e.note, d.salt is not null as salted
      from audit_entries e join audit_details d on d.entry_id = e.id where e.id = ${id}`;
    return row;
  };
}

async function makeLeaver(account: Parameters<typeof makeUser>[1]) {
  const user = await makeUser(core, account);
  await core.database.sql`update users set deletion_due_at = now(), deletion_notice_at = now() where id = ${user.id}`;
  return user;
}

test.each([
  { device: 'cousin' },
  { device: 'note' },
  { device: 'status' },
  { device: '": "' },
  { device: 'all' },
  { firstName: 'cashed', lastName: 'out' },
])('erasing %j does not change text about others', async (account) => {
  const before = { note: 'ring of the cousin', email: 'other@example.com' };
  const after = { search: 'status', status: 'all' };
  const note = 'cashed out for the cousin';
  const entry = await writeEntryAboutOther({ before, after, note });
  await makeLeaver(account);
  expect(await deleteDueAccounts(core.services)).toBe(1);
  expect(await entry()).toEqual({ before, after, note, salted: true });
});

test.each(['null', 'true', '1234', '":'])('the fingerprint %s does not prevent deletions', async (device) => {
  const words = { before: { note: null, email: [true, 1234, { ip: '192.0.2.3' }] }, after: { note: 'x' } };
  const entry = await writeEntryAboutOther(words);
  await makeLeaver({ device });
  await makeLeaver({ device: 'an honest phone' });
  expect(await deleteDueAccounts(core.services)).toBe(2);
  expect(await entry()).toEqual({ ...words, note: null, salted: true });
});

test('erases the user’s email and IP address from text about others, but only whole words', async () => {
  const email = 'dev.anand@example.com';
  const ip = '198.51.100.61';
  const note = `${email} at ${ip}; not x.${email}, ${email}.au, ${ip}0`;
  const entry = await writeEntryAboutOther({
    before: { email: [email.toUpperCase()] },
    after: { note: { of: `from ${ip}.` } },
    note,
  });
  const { id } = await makeLeaver({ email, ip });
  await deleteDueAccounts(core.services);
  const placeholder = `deleted user ${id}`;
  expect(await entry()).toEqual({
    before: { email: [placeholder] },
    after: { note: { of: `from ${placeholder}.` } },
    note: `${placeholder} at ${placeholder}; not x.${email}, ${email}.au, ${ip}0`,
    salted: false,
  });
});

test('erases an admin’s exact search for the user’s name, or for a fingerprint in the app’s own format', async () => {
  const device = '1k9x2m4b7qz';
  const searches = ['DEV ANAND', device, 'dev anand mumbai', `${device}x`];
  const entries: Awaited<ReturnType<typeof writeEntryAboutOther>>[] = [];
  for (const search of searches) entries.push(await writeEntryAboutOther({ after: { search } }));
  const { id } = await makeLeaver({ firstName: 'Dev', lastName: 'Anand', device });
  await deleteDueAccounts(core.services);
  const remainingSearches = await Promise.all(entries.map(async (entry) => (await entry())?.['after'].search));
  const placeholder = `deleted user ${id}`;
  expect(remainingSearches).toEqual([placeholder, placeholder, searches[2], searches[3]]);
});

test('keeps an admin’s own email, even if a deleted user signed up with it', async () => {
  const admin = await makeAdmin(core);
  const email = `${admin.name}@example.invalid`;
  const entry = await writeEntryAboutOther({ after: { email }, action: 'admins.create' });
  await makeLeaver({ email });
  expect(await deleteDueAccounts(core.services)).toBe(1);
  expect(await entry()).toMatchObject({ after: { email }, salted: true });
});

test.each(['approved', '": "', 'host'])(
  'erasing the fingerprint %s does not change stored postbacks',
  async (device) => {
    const network = await makeNetwork(core);
    const user = await makeLeaver({ device });
    const { offer_id } = await makeOffer(core);
    const click_id = await makeClick(core, user, offer_id);
    await postback(core, network, { click_id, transaction_id: `of ${click_id}`, status: 'approved' });
    const calls = () => core.database.sql`
    select raw_url, raw_query, raw_body, headers from postbacks where click_id = ${click_id}`;
    await core.database.sql`
    update postbacks set headers = '{"host":"x.example","accept":null}' where click_id = ${click_id}`;
    const before = await calls();
    expect(await deleteDueAccounts(core.services)).toBe(1);
    expect(await calls()).toEqual(before);
  },
);

test('reports a failed deletion after deleting the others', async () => {
  const { sql } = core.database;
  const [one, other, third] = [await makeLeaver({}), await makeLeaver({}), await makeLeaver({})];
  await sql`
    create function refuse_one() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$`;
  await sql.unsafe(`
    create trigger refuse_one before update of deleted_at on users
      for each row when (old.id = ${other.id}) execute function refuse_one()`);
  try {
    await expect(deleteDueAccounts(core.services)).rejects.toThrow('1 accounts cannot be deleted');
    expect(
      await sql`select id from users where deleted_at is not null and id in ${sql([one.id, other.id, third.id])}
      order by id`,
    ).toEqual([{ id: one.id }, { id: third.id }]);
  } finally {
    await sql`drop trigger refuse_one on users`;
    await sql`drop function refuse_one()`;
  }
});
