import type { UserStats } from '@inaam/contracts/insights/insights';
import type { AdminOffer, AdminOfferList } from '@inaam/contracts/offers/offers';
import type { SpinResult } from '@inaam/contracts/spins/spins';
import type { AdminVoucher, AdminVoucherList, VoucherCreated } from '@inaam/contracts/vouchers/vouchers';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import {
  addVouchers,
  completeOffer,
  createOffer,
  fetchOffer,
  newCodes,
  registerPerson,
  requireBody,
  signInAdmin,
  spin,
  unique,
} from '../support/actors.ts';
import { type Reply, RestClient } from '../support/rest.ts';

const product = inject('product');
let admin: RestClient;
beforeAll(async () => {
  admin = await signInAdmin(product);
});

const put = (path: string, body: unknown) =>
  admin.call('PUT', path, JSON.stringify(body), { 'content-type': 'application/json' });
const getError = (reply: Reply) => (reply.body as { error: string }).error;

describe('offers', () => {
  const details = () => ({
    title: unique('Offer'),
    external_offer_id: unique('ext'),
    description: 'Something to do.',
    offer_url: 'https://partner.example/offer',
  });
  const config = (...rewards: [amount: number, probability: number][]) =>
    JSON.stringify({ rewards: rewards.map(([amount, probability]) => ({ amount, probability })) });

  test('get the default values of the form for omitted fields', async () => {
    const { offer } = requireBody<{ offer: AdminOffer }>(await admin.post('/api/admin/offers.php', details()));
    expect(offer).toMatchObject({ model: 'CPR', targeting: 'ALL', is_active: true, total_completions: 0 });
    expect(JSON.parse(offer.spinner_config)).toEqual(JSON.parse(config([5, 10], [10, 5])));
  });

  test.each([
    [config([5, 50], [10, 50]), 'Total win probability must be less than 100%'],
    [config([5, 28.4], [10, 35.8], [15, 35.8]), 'Total win probability must be less than 100%'],
    [config([5, 99.5]), '0 to 99'],
    [config([5, 10.05]), 'steps of 0.1'],
    [config([0, 10]), 'amount'],
    [config([2.5, 10]), 'amount'],
    [config(), '1 to 5'],
    [config([1, 1], [2, 1], [3, 1], [4, 1], [5, 1], [6, 1]), '1 to 5'],
    ['not json', 'JSON'],
  ])('with these odds are refused: %s', async (spinner_config, message) => {
    const reply = await admin.post('/api/admin/offers.php', { ...details(), spinner_config });
    expect(reply.status).toBe(400);
    expect(getError(reply)).toContain(message);
  });

  test('can be edited, found and deactivated, and users see each change at once', async () => {
    const person = await registerPerson(product);
    const { offer_id, external_offer_id } = await createOffer(product, admin, [{ amount: 7801, probability: 50 }]);
    const title = unique('Renamed');
    requireBody(await put('/api/admin/offers.php', { offer_id, title, reward_amount: 12.34 }));
    const list = requireBody<AdminOfferList>(await admin.get(`/api/admin/offers.php?search=${external_offer_id}`));
    expect(list.pagination).toEqual({ page: 1, limit: 10, total: 1, totalPages: 1 });
    expect(list.offers[0]).toMatchObject({ offer_id, title, reward_amount: 12.34, is_active: true });
    expect((await fetchOffer(person, offer_id)).title).toBe(title);

    requireBody(await admin.call('DELETE', `/api/admin/offers.php?offer_id=${offer_id}`));
    const inactive = await admin.get(`/api/admin/offers.php?search=${external_offer_id}&status=inactive`);
    expect(requireBody<AdminOfferList>(inactive).offers[0]).toMatchObject({ offer_id, is_active: false });
    const reply = await person.client.post('/api/click-offer.php', { offerId: offer_id });
    expect([reply.status, getError(reply)]).toEqual([404, 'Offer not found']);
  });

  test('keep the odds of a completion when an admin edits the odds later', async () => {
    const person = await registerPerson(product);
    const { offer_id } = await createOffer(product, admin, [{ amount: 7802, probability: 99 }]);
    await completeOffer(product, person, offer_id);
    requireBody(await put('/api/admin/offers.php', { offer_id, spinner_config: config([7803, 99]) }));
    expect((await fetchOffer(person, offer_id)).spinner_config).toBe(config([7802, 99]));
    expect(requireBody<SpinResult>(await spin(person, offer_id)).rewardType).toMatch(/^(voucher_7802|none)$/);
  });

  test.each(['page=0', 'limit=0', 'limit=1001', 'status=gone', 'sortBy=password', 'sortOrder=up', 'category=Food'])(
    'are not listed with the invalid parameter %s, which the error names',
    async (parameter) => {
      const reply = await admin.get(`/api/admin/offers.php?${parameter}`);
      expect(reply.status).toBe(400);
      expect(getError(reply)).toContain(parameter.split('=')[0]);
    },
  );

  test('give an empty list on a page past the last one', async () => {
    expect(requireBody<AdminOfferList>(await admin.get('/api/admin/offers.php?page=100000')).offers).toEqual([]);
  });
});

describe('vouchers', () => {
  const details = {
    voucher_type: 'flipkart',
    voucher_brand: 'Flipkart',
    voucher_amount: 7811,
    expiry_date: '2099-12-31',
  };
  const add = (fields: Record<string, unknown>) => admin.post('/api/admin/vouchers.php', { ...details, ...fields });
  const find = async (code: string) =>
    requireBody<AdminVoucherList>(await admin.get(`/api/admin/vouchers.php?search=${code}`)).vouchers;
  const findVoucher = async (code: string): Promise<AdminVoucher> => {
    const [voucher, ...others] = await find(code);
    if (!voucher || others.length > 0) throw new Error(`${code} does not exist exactly once`);
    return voucher;
  };

  test('with an existing code are refused with 409 if added alone, and skipped in bulk', async () => {
    const [code = '', ...more] = newCodes(3);
    expect(requireBody<VoucherCreated>(await add({ voucher_code: code }))).toMatchObject({ created: 1, skipped: 0 });
    expect((await add({ voucher_code: code })).status).toBe(409);
    const bulk = await add({ voucher_codes: [code, ...more, ` ${more[0]} `, ''] });
    expect(requireBody<VoucherCreated>(bulk)).toMatchObject({ created: 2, skipped: 2 });
    for (const each of [code, ...more]) expect((await findVoucher(each)).status).toBe('available');
  });

  test('exist once when three requests add the same codes at once', async () => {
    const codes = newCodes(40);
    const replies = await Promise.all([1, 2, 3].map(() => add({ voucher_codes: codes })));
    const results = replies.map((reply) => requireBody<VoucherCreated>(reply));
    expect(results.reduce((sum, { created }) => sum + created, 0)).toBe(40);
    expect(results.reduce((sum, { skipped }) => sum + skipped, 0)).toBe(80);
  });

  test('are created by quantity with unique codes', async () => {
    const reply = await admin.post('/api/admin/vouchers.php', { voucher_type: 'zomato', quantity: 100 });
    expect(requireBody<VoucherCreated>(reply)).toMatchObject({ created: 100, skipped: 0 });
  });

  test.each([
    [{ voucher_code: '' }, 'Please enter a voucher code'],
    [{ voucher_codes: ['', ' '] }, 'Please enter at least one voucher code'],
    [
      { voucher_codes: Array.from({ length: 101 }, (_, index) => `C${index}`) },
      'Maximum 100 voucher codes allowed per batch',
    ],
    [{ voucher_code: 'X1', voucher_amount: 0 }, 'Please enter a valid amount greater than 0'],
    [{ voucher_code: 'X1', voucher_amount: 0.001 }, 'Please enter a valid amount greater than 0'],
    [{ voucher_code: 'X1', voucher_type: 'bookshop' }, 'voucher_type'],
    [{ voucher_code: 'X1', expiry_date: '31/12/2099' }, 'expiry_date'],
    [{ voucher_code: 'X1', expiry_date: '2020-01-01' }, 'expiry_date'],
  ])('with invalid fields are refused: %j', async (fields, message) => {
    const reply = await add(fields);
    expect(reply.status).toBe(400);
    expect(getError(reply)).toContain(message);
  });

  test('change between available and expired, and can then be deleted', async () => {
    const [code = ''] = newCodes(1);
    await add({ voucher_code: code });
    const { voucher_id } = await findVoucher(code);
    for (const status of ['expired', 'available', 'expired']) {
      const { message } = requireBody<{ message: string }>(
        await put('/api/admin/vouchers.php', { voucher_id, status }),
      );
      expect(message).toBe('Voucher status updated successfully');
      expect((await findVoucher(code)).status).toBe(status);
    }
    for (const status of ['assigned', 'used']) {
      expect((await put('/api/admin/vouchers.php', { voucher_id, status })).status).toBe(409);
    }
    requireBody(await admin.call('DELETE', `/api/admin/vouchers.php?voucher_id=${voucher_id}`));
    expect(await find(code)).toEqual([]);
  });

  test('cannot be changed or deleted by an admin once they are won, and count in the winner’s figures', async () => {
    const AMOUNT = 7821;
    const codes = newCodes(3);
    await addVouchers(admin, AMOUNT, codes);
    const { offer_id, title } = await createOffer(product, admin, [
      { amount: AMOUNT, probability: 99 },
      { amount: AMOUNT, probability: 0.9 },
    ]);
    const person = await registerPerson(product);
    await completeOffer(product, person, offer_id);
    const { voucher } = requireBody<SpinResult>(await spin(person, offer_id));
    // One roll in a thousand loses. Then there is no voucher to check.
    if (!voucher) return;
    const { voucher_id, status, assigned_to_email } = await findVoucher(voucher.code);
    expect([status, assigned_to_email]).toEqual(['assigned', person.email]);
    for (const to of ['expired', 'available']) {
      expect((await put('/api/admin/vouchers.php', { voucher_id, status: to })).status).toBe(409);
    }
    expect((await admin.call('DELETE', `/api/admin/vouchers.php?voucher_id=${voucher_id}`)).status).toBe(409);

    const { stats, completions } = requireBody<UserStats>(await person.client.get('/api/user-stats.php'));
    expect(stats).toEqual({
      total_completions: 1,
      spins_used: 1,
      total_vouchers_won: 1,
      total_voucher_value: AMOUNT,
      vouchers_by_amount: { [AMOUNT]: 1 },
      milestone_vouchers: 0,
      milestone_value: 0,
      milestone_progress: 1,
      next_milestone: null,
    });
    expect(completions).toHaveLength(1);
    expect(completions[0]).toMatchObject({ title, spinner_used: true, voucher_code: voucher.code });
  });

  test('are issued in the order of their expiry', async () => {
    const AMOUNT = 7831;
    const [late = '', soon = ''] = newCodes(2);
    await add({ voucher_amount: AMOUNT, voucher_code: late });
    await add({ voucher_amount: AMOUNT, voucher_code: soon, expiry_date: '2098-01-01' });
    const { offer_id } = await createOffer(product, admin, [
      { amount: AMOUNT, probability: 99 },
      { amount: AMOUNT, probability: 0.9 },
    ]);
    const person = await registerPerson(product);
    await completeOffer(product, person, offer_id);
    const { rewardType, voucher } = requireBody<SpinResult>(await spin(person, offer_id));
    if (rewardType !== 'none') expect(voucher).toMatchObject({ code: soon, amount: AMOUNT, brand: 'Flipkart' });
  });
});

test('refuses calls of the back-office without a session and with a session that was signed out', async () => {
  const guest = new RestClient(product.adminOrigin);
  for (const path of ['offers', 'vouchers', 'conversions']) {
    const reply = await guest.get(`/api/admin/${path}.php`);
    expect([reply.status, reply.body]).toEqual([401, { error: 'Not signed in' }]);
  }
  const leaving = await signInAdmin(product);
  const cookie = [...leaving.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  requireBody(await leaving.post('/api/admin/logout.php'));
  expect((await guest.get('/api/admin/offers.php', { cookie })).status).toBe(401);
});
