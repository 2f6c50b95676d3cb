import { spin } from '@inaam/core/spins/spin';
import { verifyDraws } from '@inaam/core/spins/verify-draws';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { makeAdmin, makeUser, userActor } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { readyToSpin } from '@inaam/testing/factories/spins';
import { stock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../test/support/api.ts';
import { Client } from '../test/support/client.ts';
import { readDraws } from './read-draws.ts';

let api: TestApi;
let admin: Client;

beforeAll(async () => {
  api = await createTestApi();
  const { name } = await makeAdmin(api.core, 'a password for admins');
  admin = new Client(api.adminHost);
  await admin.post('/api/admin/login.php', { username: name, password: 'a password for admins' });
});
afterAll(() => api.close());

/** The lines of a file, its heading first. */
const linesOf = (body: string): string[] =>
  body
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');

test('a list leaves whole, with its own filters, whatever the size of a page', async () => {
  const codes = await stock(api.core, { amount: 301, count: 60 });
  for (let i = 0; i < 20; i++) await stock(api.core, { amount: 302, count: 60 });
  const all = await admin.get('/export/vouchers.csv?limit=10&page=4');
  expect(all).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' },
  });
  expect(linesOf(all.body)).toHaveLength(1 + 60 + 1200);
  expect(new Set(linesOf(all.body)).size).toBe(1 + 60 + 1200);
  const some = await admin.get('/export/vouchers.csv?amount_range=101-500&search=' + codes[7]);
  expect(linesOf(some.body)).toHaveLength(2);
  expect(some.body).toContain(codes[7]);
  expect(some.headers['content-disposition']).toMatch(
    /^attachment; filename="vouchers_amount_range-101-500_search-[\w.-]+\.csv"$/,
  );
});

test('what a spreadsheet would run leaves as text', async () => {
  await makeOffer(api.core, { title: '=HYPERLINK("https://bad.example")' });
  const { body } = await admin.get('/export/offers.csv');
  expect(body).toContain(`"'=HYPERLINK(""https://bad.example"")"`);
});

test('who took which list is in the audit log, and that leaves, too', async () => {
  await admin.get('/export/conversions.csv?dateRange=week');
  const { body } = await admin.get('/export/audit.csv?action=conversions');
  expect(linesOf(body)[1]).toContain('"conversions.export","conversions","","{""dateRange"":""week""}"');
});

test('an analyst’s file does not say who people are', async () => {
  const { name } = await makeAdmin(api.core, 'a password for admins', 'analyst');
  const analyst = new Client(api.adminHost);
  await analyst.post('/api/admin/login.php', { username: name, password: 'a password for admins' });
  const { email } = await makeUser(api.core);
  const own = await admin.get(`/export/users.csv?search=${email}`);
  expect(own.body).toContain(email);
  const theirs = await analyst.get(`/export/users.csv?search=${email}`);
  expect(linesOf(theirs.body)[0]).toBe(linesOf(own.body)[0]?.replace(',"first_name","last_name","email"', ''));
  expect(linesOf(theirs.body)).toHaveLength(2);
  expect(theirs.body).not.toMatch(/Asha|@/);
});

test('the draws of a day leave as they can be checked, with each text to the letter', async () => {
  const { core } = api;
  const { user, offerId, completionId } = await readyToSpin(core, await makeNetwork(core), 5);
  const clientSeed = '=1+1,"two"\n\u{1F3A1}';
  await spin(core.as(userActor(user.id)), { offerId, clientSeed });
  const [row] = await core.database.sql<{ day: string }[]>`
    select ist_day(completed_at)::text as day from completions where id = ${completionId}`;
  const draws = readDraws((await admin.get(`/export/draws.csv?day=${row?.day}`)).body);
  const own = draws.find((draw) => draw.completion_id === completionId);
  expect(own).toMatchObject({ client_seed: clientSeed, share: 'open', client_seed_hash: null });
  const published = { days: [{ day: row?.day ?? '', root: '', count: draws.length }] };
  expect(verifyDraws(row?.day ?? '', published, draws)).toEqual([
    'the commitments do not give the root that was published',
  ]);
  expect(() => readDraws('"completion_id"\r\n"x"')).toThrow('line 2');
});

describe('a refusal is an answer and not half a file', () => {
  test('signed out', async () => {
    const answer = await new Client(api.adminHost).get('/export/vouchers.csv');
    expect(answer).toMatchObject({ status: 401, body: { error: 'Not signed in' } });
    expect(answer.headers).not.toHaveProperty('content-disposition');
  });
  test('a filter that is not there', async () => {
    expect(await admin.get('/export/vouchers.csv?status=lost')).toMatchObject({ status: 400 });
  });
  test('a list that is not there', async () => {
    expect(await admin.get('/export/nothing.csv')).toMatchObject({ status: 404, body: { error: 'Not found' } });
  });
  test('the app host has none of it', async () => {
    expect(await new Client(api.appHost).get('/export/vouchers.csv')).toMatchObject({ status: 404 });
  });
});
