import { createAppClient } from '@inaam/client/client';
import { describe, expect, inject, test } from 'vitest';
import {
  completeOffer,
  createOffer,
  newCodes,
  PASSWORD,
  registerPerson,
  signInAdmin,
  unique,
} from '../support/actors.ts';
import { RestClient } from '../support/rest.ts';
import { createTypedAdminClient, createTypedAppClient } from '../support/typed-clients.ts';

/**
 * Calls the built product through the client that is generated from its API description. The compiler checks these
 * calls against the types of the client.
 */

const product = inject('product');

describe('through the generated client', () => {
  test('stocks vouchers, lists a completed offer, spins for a voucher and reads the user’s completions', async () => {
    const adminCaller = await signInAdmin(product);
    const admin = createTypedAdminClient(adminCaller);
    const person = await registerPerson(product);
    const user = createTypedAppClient(person.client);
    const amount = 7901;
    const rewards = [
      { amount, probability: 99 },
      { amount, probability: 0.9 },
    ];
    const { offer_id } = await createOffer(product, adminCaller, rewards);
    const stocked = await admin.POST('/api/admin/vouchers.php', {
      body: {
        voucher_type: 'other',
        voucher_brand: unique('Brand'),
        voucher_amount: amount,
        expiry_date: '2099-12-31',
        voucher_codes: newCodes(2),
      },
    });
    expect(stocked.data).toMatchObject({ success: true, created: 2, skipped: 0 });
    await completeOffer(product, person, offer_id);
    const { data: list } = await user.GET('/api/offers.php');
    expect(list?.offers.find((offer) => offer.offer_id === offer_id)).toMatchObject({ completed: true });
    const { data: spun } = await user.POST('/api/spin.php', { body: { offerId: offer_id } });
    // One roll in a thousand loses.
    expect(spun?.rewardType).toBe(spun?.proof.roll === 999 ? 'none' : `voucher_${amount}`);
    const { data: detail } = await admin.GET('/api/admin/users.php', { params: { query: { user_id: person.id } } });
    expect(detail && 'completions' in detail && detail.completions).toMatchObject([{ spinner_used: true }]);
  });

  test('returns the described error of a refused call', async () => {
    const guest = createTypedAppClient(new RestClient(product.appOrigin));
    const { error, response } = await guest.POST('/api/login.php', {
      body: { email: 'nobody@example.com', password: PASSWORD },
    });
    expect([response.status, error]).toEqual([401, { error: 'Invalid email or password' }]);
  });
});

test('serves the description, its page and every file that the page loads', async () => {
  // The back-office requires a session for its description.
  expect((await new RestClient(product.adminOrigin).get('/api/admin/openapi.json')).status).toBe(401);
  for (const [caller, base, path] of [
    [new RestClient(product.appOrigin), '/api', '/api/spin.php'],
    [await signInAdmin(product), '/api/admin', '/api/admin/fraud-detection.php'],
  ] as const) {
    expect((await caller.get(`${base}/openapi.json`)).body).toMatchObject({ openapi: '3.1.1', paths: { [path]: {} } });
    const page = await caller.get(`${base}/docs`);
    expect(page.status).toBe(200);
    for (const [, url = ''] of String(page.body).matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
      expect([url, (await caller.get(url)).status]).toEqual([url, 200]);
    }
  }
  const { response } = await createAppClient({ origin: product.appOrigin }).GET('/api/offers.php');
  expect(response.status).toBe(401);
});
