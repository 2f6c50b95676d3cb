import { completeOffer, makeClick, makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { makeUser, type TestUser } from '@inaam/testing/factories/identity';
import { makeOffer, nearlyCertainOdds } from '@inaam/testing/factories/offers';
import { settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';
import { registerUser, signInAdmin } from './support/people.ts';

/** Tests `users.php`, `offer-clicks.php`, their CSV exports, and actions of user support, all called by an owner. */

let api: TestApi;
let admin: Client;
let network: TestNetwork;
let user: TestUser;
let clickId: string;
let code: string;

beforeAll(async () => {
  api = await createTestApi();
  ({ client: admin } = await signInAdmin(api));
  network = await makeNetwork(api.core);
  [code = ''] = await addStock(api.core, { amount: 150, count: 1 });
  const { offer_id: offerId } = await makeOffer(api.core, {
    title: 'Quest',
    external_offer_id: 'quest-1',
    spinner_config: nearlyCertainOdds(150),
  });
  user = await makeUser(api.core, { firstName: 'Kavya', lastName: 'Menon', email: 'kavya@example.com' });
  const completion = await completeOffer(api.core, network, user, offerId);
  clickId = completion.clickId;
  await settleWithRoll(api.core, completion.completionId);
  await makeUser(api.core, { firstName: 'Ravi', lastName: 'Nair', email: 'ravi@example.com', providerUid: 'g-1' });
  await waitForChangeFeed(api.core);
});
afterAll(() => api.close());

const USERS = '/api/admin/users.php';
const CLICKS = '/api/admin/offer-clicks.php';

describe('users.php', () => {
  test('lists users with the documented fields', async () => {
    const { status, body } = await admin.get(`${USERS}?search=kavya`);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      users: [
        {
          user_id: user.id,
          first_name: 'Kavya',
          last_name: 'Menon',
          email: 'kavya@example.com',
          registration_date: expect.stringMatching(/Z$/),
          last_activity: expect.stringMatching(/Z$/),
          total_completions: 1,
          spins_used: 1,
          total_vouchers_won: 1,
          total_revenue_generated: 20,
          is_suspicious: false,
        },
      ],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, pages: 1 },
    });
  });

  test.each([
    ['', ['kavya', 'ravi']],
    ['page=1&limit=1000&sortBy=email&sortOrder=asc', ['kavya', 'ravi']],
    ['limit=1&sortBy=email&sortOrder=desc', ['ravi']],
    ['page=2&limit=1&sortBy=email&sortOrder=desc', ['kavya']],
    ['page=3&limit=1', []],
    ['dateRange=today&performanceFilter=low&voucherFilter=high_value_vouchers', ['kavya']],
    ['dateRange=yesterday', []],
    ['dateRange=last_month', []],
    ['performanceFilter=no_completions', ['ravi']],
    ['voucherFilter=multiple_vouchers', []],
    ['search=', ['kavya', 'ravi']],
  ])('filters and pages by ?%s', async (query, expected) => {
    const { status, body } = await admin.get(`${USERS}?${query}`);
    expect(status).toBe(200);
    const names = body.users.map((each: { email: string }) => each.email.split('@')[0]);
    expect(names.toSorted()).toEqual(expected);
  });

  test('returns one user and the user’s completions if the query has user_id', async () => {
    const { status, body } = await admin.get(`${USERS}?user_id=${user.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      user: { user_id: user.id, email: 'kavya@example.com' },
      completions: [
        { title: 'Quest', category: 'Survey', spinner_used: true, reward_type: 'voucher_150', voucher_code: code },
      ],
    });
  });

  test.each([
    ['limit=1001', 'limit: must be at most 1000'],
    ['limit=0', 'limit: must be at least 1'],
    ['page=x', 'page: must be a number'],
    ['user_id=', 'user_id: must be a number'],
    ['user_id=0', 'user_id: must be at least 1'],
    ['user_id=1.5', 'user_id: must be a whole number'],
    ['user_id=1&user_id=2', 'user_id: must be a number'],
  ])('refuses ?%s: %s', async (query, error) => {
    expect(await admin.get(`${USERS}?${query}`)).toMatchObject({ status: 400, body: { error } });
  });
  test.each(['dateRange=ever', 'performanceFilter=best', 'voucherFilter=some', 'sortBy=password_hash', 'sortOrder=up'])(
    'refuses ?%s and names the parameter',
    async (query) => {
      const { status, body } = await admin.get(`${USERS}?${query}`);
      expect([status, body.error.split(':')[0]]).toEqual([400, query.split('=')[0]]);
    },
  );

  test('refuses an unknown user, another method and a caller without a session', async () => {
    expect(await admin.get(`${USERS}?user_id=999999`)).toMatchObject({
      status: 404,
      body: { error: 'User not found' },
    });
    expect(await admin.post(USERS)).toMatchObject({ status: 405, headers: { allow: 'GET' } });
    const anonymous = new Client(api.adminHost);
    for (const path of [USERS, `${USERS}?user_id=1`, CLICKS])
      expect(await anonymous.get(path)).toMatchObject({ status: 401 });
    expect(await new Client(api.appHost).get(USERS)).toMatchObject({ status: 404 });
  });
});

describe('offer-clicks.php', () => {
  test('lists clicks with the documented fields and the figures of the filtered set', async () => {
    const { status, body } = await admin.get(`${CLICKS}?search=${clickId}&limit=1000&offer=quest-1&userType=email`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      clicks: [
        {
          first_name: 'Kavya',
          email: 'kavya@example.com',
          firebase_uid: null,
          title: 'Quest',
          external_offer_id: 'quest-1',
          click_id: clickId,
          payout_amount: 20,
          spinner_used: true,
          voucher_code: code,
          voucher_amount: 150,
          voucher_brand: 'Amazon',
        },
      ],
      stats: {
        totalConversions: 1,
        uniqueUsers: 1,
        totalRevenue: 20,
        avgPayout: 20,
        voucherWins: 1,
        voucherWinRate: 100,
        spinsUsed: 1,
        spinUsageRate: 100,
      },
      pagination: { page: 1, limit: 1000, total: 1, totalPages: 1 },
    });
    const none = await admin.get(`${CLICKS}?userType=firebase`);
    expect(none.body).toMatchObject({ clicks: [], stats: { totalConversions: 0, avgPayout: 0, voucherWinRate: 0 } });
  });

  test.each(['dateRange=ever', 'conversionStatus=lost', 'userType=google', 'sortBy=nothing', 'limit=1001', 'page=-1'])(
    'refuses ?%s and names the parameter',
    async (query) => {
      const { status, body } = await admin.get(`${CLICKS}?${query}`);
      expect([status, body.error.split(':')[0]]).toEqual([400, query.split('=')[0]]);
    },
  );
});

test('exports both lists with their filters', async () => {
  const users = await admin.get('/export/users.csv?search=kavya');
  expect(users.status).toBe(200);
  expect(users.body.split('\r\n')[1]).toMatch(
    new RegExp(`^"${user.id}","Kavya","Menon","kavya@example.com",.*,"1","1","1","20","false"$`),
  );
  expect(users.body.trimEnd().split('\r\n')).toHaveLength(2);
  const clicks = await admin.get('/export/offer-clicks.csv?conversionStatus=voucher_won&codes=plain&reason=test');
  // One click id in 64 starts with a hyphen. The export puts an apostrophe before the hyphen.
  const exported = clickId.replace(/^-/, "'-");
  expect(clicks.body.split('\r\n')[1]).toContain(
    `"quest-1","Survey","${exported}","20","false","true","false","Won","150","Amazon","${code}"`,
  );
  expect((await admin.get('/export/audit.csv?action=offer-clicks')).body).toContain('offer-clicks.export');
});

test('credits a completion by hand, replaces its voucher, notifies the user and ends their sessions', async () => {
  const winner = await registerUser(api.appHost);
  const amount = 171;
  await addStock(api.core, { amount, count: 2 });
  const { offer_id: offerId } = await makeOffer(api.core, { spinner_config: nearlyCertainOdds(amount) });
  await makeClick(api.core, { id: winner.id, email: winner.email, device: null }, offerId);
  const input = { user_id: winner.id, offer_id: offerId, reason: 'has shown the receipt', payout_amount: 15 };
  const credited = await admin.mutate('admin.users.credit', input);
  expect(credited.body.result.data).toMatchObject({ message: 'Completion credited' });
  const completionId: number = credited.body.result.data.completion_id;
  expect(await admin.mutate('admin.users.credit', input)).toMatchObject({ status: 409 });
  expect(await admin.mutate('admin.users.credit', { ...input, reason: ' ' })).toMatchObject({
    status: 400,
    body: { error: { data: { field: 'reason' } } },
  });
  await settleWithRoll(api.core, completionId);
  const profile = await admin.query('admin.users.profile', { user_id: winner.id });
  const [{ voucher_id }] = profile.body.result.data.vouchers;
  const replaced = await admin.mutate('admin.vouchers.replace', { voucher_id, reason: 'refused by the shop' });
  const replacementId = replaced.body.result.data.voucher_id;
  const notices = await winner.client.query('user.vouchers.notices');
  expect(notices.body.result.data.notices).toMatchObject([
    { voucher_id: replacementId, notice: 'replaced', voucher_amount: amount },
  ]);
  expect(await winner.client.mutate('user.vouchers.dismissNotice', { voucher_id: replacementId })).toMatchObject({
    status: 200,
  });
  expect((await winner.client.query('user.vouchers.notices')).body.result.data.notices).toEqual([]);
  const trace = await admin.query('admin.completions.completionTrace', { completion_id: completionId });
  expect(trace.body.result.data).toMatchObject({
    completion: { source: 'admin', payout_amount: 15 },
    vouchers: [{ voucher_id: replacementId }, { voucher_id, withdrawn_reason: 'refused by the shop' }],
  });
  const ended = await admin.mutate('admin.users.endSessions', { user_id: winner.id });
  expect(ended.body.result.data).toEqual({ message: '1 session ended' });
  expect(await winner.client.get('/api/offers.php')).toMatchObject({ status: 401 });
});
