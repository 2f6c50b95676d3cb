import type { ConversionList } from '@inaam/contracts/completions/conversions';
import type { SpinResult } from '@inaam/contracts/spins/spins';
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  addVouchers,
  clickOffer,
  createOffer,
  fetchOffer,
  type NewOffer,
  newCodes,
  nowInSeconds,
  type Person,
  registerPerson,
  report,
  requireBody,
  sign,
  signInAdmin,
  spin,
  unique,
} from '../support/actors.ts';
import { RestClient } from '../support/rest.ts';

const product = inject('product');
const partner = new RestClient(product.appOrigin);
const REWARDS = [{ amount: 7601, probability: 99 }];
let admin: RestClient;
let person: Person;
let offer: NewOffer;
let clickId: string;

beforeAll(async () => {
  admin = await signInAdmin(product);
  person = await registerPerson(product);
});
beforeEach(async () => {
  offer = await createOffer(product, admin, REWARDS, { reward_amount: 40 });
  clickId = await clickOffer(person, offer.offer_id);
});

const conversions = async () =>
  requireBody<ConversionList>(await admin.get(`/api/admin/conversions.php?offer=${offer.external_offer_id}`));
const isCompleted = async () => (await fetchOffer(person, offer.offer_id)).completed;

describe('a completion', () => {
  test('counts once, even if it is reported many times at once and again later', async () => {
    const input = { click_id: clickId, payout: 12.5, transaction_id: unique('T') };
    const answers = await Promise.all(Array.from({ length: 12 }, () => report(product, input)));
    const later = await report(product, input);
    expect(later.status).toBe(200);
    for (const answer of answers) expect(answer).toEqual(later);
    const { conversions: rows, overallStats } = await conversions();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ email: person.email, payout_amount: 12.5, reversed: false, spinner_used: false });
    expect(overallStats.totalRevenue).toBe(12.5);
  });

  test('counts once per person and offer, and a second transaction only adds its money', async () => {
    const second = await clickOffer(person, offer.offer_id);
    const first = await report(product, { click_id: clickId, transaction_id: unique('T'), payout: 10 });
    expect(await report(product, { click_id: second, transaction_id: unique('T'), payout: 2.5 })).toEqual(first);
    const { conversions: rows, overallStats } = await conversions();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ payout_amount: 10, revenue_amount: 12.5 });
    expect(overallStats.totalRevenue).toBe(12.5);
    expect((await spin(person, offer.offer_id)).status).toBe(200);
    const again = await spin(person, offer.offer_id);
    expect(requireBody<SpinResult>(again)).toEqual(requireBody<SpinResult>(await spin(person, offer.offer_id)));
    const reply = await person.client.post('/api/click-offer.php', { offerId: offer.offer_id });
    expect([reply.status, reply.body]).toEqual([409, { error: 'Offer already completed' }]);
  });

  test('cannot be paid to a second person with the same transaction', async () => {
    const other = await registerPerson(product);
    const othersClick = await clickOffer(other, offer.offer_id);
    const transaction_id = unique('T');
    await report(product, { click_id: clickId, transaction_id });
    const refused = await report(product, { click_id: othersClick, transaction_id });
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({ error: 'This transaction was counted for another click' });
    expect(await isCompleted()).toBe(true);
    expect((await fetchOffer(other, offer.offer_id)).completed).toBe(false);
  });

  test("without a payout is credited with the offer's reward amount", async () => {
    await report(product, { click_id: clickId });
    expect((await conversions()).conversions[0]?.payout_amount).toBe(40);
  });
});

describe('a reversal', () => {
  test('withholds the spin and takes the revenue back, once', async () => {
    await report(product, { click_id: clickId, payout: 15 });
    expect((await conversions()).overallStats.totalRevenue).toBe(15);
    const first = await report(product, { click_id: clickId, payout: 15, status: 'reversed' });
    const repeat = await report(product, { click_id: clickId, payout: 15, status: 'reversed' });
    expect(first.status).toBe(200);
    expect(repeat).toEqual(first);
    const { conversions: rows, overallStats } = await conversions();
    expect(rows[0]?.reversed).toBe(true);
    expect(overallStats.totalRevenue).toBe(0);
    expect(await fetchOffer(person, offer.offer_id)).toMatchObject({ reversed: true, spinner_used: false });
    expect((await spin(person, offer.offer_id)).status).toBe(409);
  });

  test('is not undone when the completion is reported again', async () => {
    await report(product, { click_id: clickId });
    await report(product, { click_id: clickId, status: 'reversed' });
    await report(product, { click_id: clickId });
    expect((await spin(person, offer.offer_id)).status).toBe(409);
    expect((await conversions()).overallStats.totalRevenue).toBe(0);
  });

  test('leaves the won voucher with the winner', async () => {
    await addVouchers(admin, 7601, newCodes(1));
    await report(product, { click_id: clickId });
    const won = requireBody<SpinResult>(await spin(person, offer.offer_id));
    await report(product, { click_id: clickId, status: 'reversed' });
    expect(requireBody<SpinResult>(await spin(person, offer.offer_id))).toEqual(won);
    const seen = await fetchOffer(person, offer.offer_id);
    expect(seen).toMatchObject({ reward_type: won.rewardType, voucher_code: won.voucher?.code ?? null });
    expect((await conversions()).conversions[0]).toMatchObject({
      reversed: true,
      spinner_used: true,
      voucher_code: won.voucher?.code ?? null,
    });
  });
});

test('shows a pending completion, but counts it and allows its spin only after confirmation', async () => {
  const raw = (status: string) => {
    const fields = { click_id: clickId, transaction_id: `T-${clickId}`, payout: '10', currency: 'INR', status };
    const query = new URLSearchParams(fields).toString();
    return `/postback/sandbox?${query}&signature=${sign(query, product.sandboxSecret)}`;
  };
  expect((await partner.get(raw('pending'))).status).toBe(200);
  expect(await fetchOffer(person, offer.offer_id)).toMatchObject({
    completed: true,
    pending: true,
    spinner_used: false,
  });
  const early = await spin(person, offer.offer_id);
  expect([early.status, early.body]).toEqual([409, { error: 'This completion is being confirmed' }]);
  expect((await conversions()).overallStats.totalRevenue).toBe(0);

  expect((await partner.get(raw('approved'))).status).toBe(200);
  expect(await fetchOffer(person, offer.offer_id)).toMatchObject({ completed: true, pending: false });
  expect((await conversions()).overallStats.totalRevenue).toBe(10);
  expect((await spin(person, offer.offer_id)).status).toBe(200);
});

describe('a forged or invalid postback completes nothing', () => {
  const query = (fields: Record<string, string | number> = {}) =>
    new URLSearchParams({
      click_id: clickId,
      transaction_id: unique('T'),
      payout: '10',
      currency: 'INR',
      status: 'approved',
      timestamp: String(nowInSeconds()),
      ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
    }).toString();
  const send = (raw: string) => partner.get(`/postback/sandbox?${raw}`);
  const appendSignature = (raw: string) => `${raw}&signature=${sign(raw, product.sandboxSecret)}`;

  async function expectRefused(raw: string): Promise<void> {
    const { status } = await send(raw);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(await isCompleted()).toBe(false);
    expect((await conversions()).conversions).toEqual([]);
  }

  test('(but the genuine postback completes the offer)', async () => {
    expect((await send(appendSignature(query()))).status).toBe(200);
    expect(await isCompleted()).toBe(true);
  });

  test('without a signature', () => expectRefused(query()));
  test('with an empty signature', () => expectRefused(`${query()}&signature=`));
  test('signed with another key', () => {
    const raw = query();
    return expectRefused(`${raw}&signature=${sign(raw, 'not the key of the network')}`);
  });
  test('with one digit of the signature changed', () => {
    const raw = appendSignature(query());
    return expectRefused(raw.slice(0, -1) + (raw.endsWith('0') ? '1' : '0'));
  });
  test('with an altered payout', () => expectRefused(appendSignature(query()).replace('payout=10&', 'payout=1000&')));
  test('with the signature of another click', async () => {
    const other = await registerPerson(product);
    const genuine = appendSignature(query({ click_id: await clickOffer(other, offer.offer_id) }));
    await expectRefused(genuine.replace(/click_id=[^&]+/, `click_id=${encodeURIComponent(clickId)}`));
  });
  test('with a field added after the signature', () => expectRefused(`${appendSignature(query())}&payout=1000`));
  test('with a second signature in front', () => {
    const raw = query();
    return expectRefused(`signature=${sign(raw, product.sandboxSecret)}&${raw}`);
  });

  test('of an unknown click', async () => {
    const before = await isCompleted();
    expect((await send(appendSignature(query({ click_id: unique('nobody') })))).status).toBeLessThan(500);
    expect(await isCompleted()).toBe(before);
    expect((await conversions()).conversions).toEqual([]);
  });

  test('with an unknown status', async () => {
    expect((await send(appendSignature(query({ status: 'perhaps' })))).status).toBeLessThan(500);
    expect(await isCompleted()).toBe(false);
  });

  test('of an unknown network', async () => {
    expect((await partner.get(`/postback/nobody?${appendSignature(query())}`)).status).toBe(404);
    expect(await isCompleted()).toBe(false);
  });
});
