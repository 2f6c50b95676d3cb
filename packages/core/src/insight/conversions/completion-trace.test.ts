import { networkCreateInput } from '@inaam/contracts/networks/networks';
import { computeCommitment, computeRoll } from '@inaam/contracts/spins/draw';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import {
  completeOffer,
  makeClick,
  makeNetwork,
  postback,
  type TestNetwork,
} from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser, userActor } from '@inaam/testing/factories/identity';
import { makeOffer, nearlyCertainOdds } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spin } from '../../ledger/spins/spin.ts';
import { createNetwork } from '../../partners/networks/save.ts';
import { maskSignature } from '../../partners/postbacks/mask.ts';
import { receivePostback } from '../../partners/postbacks/receive.ts';
import { getCompletionTrace } from './completion-trace.ts';

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

test('returns a completion with its click, postbacks, spin and proof', async () => {
  const { offer_id: offerId } = await makeOffer(core, { title: 'Chained', spinner_config: nearlyCertainOdds(401) });
  const user = await makeUser(core);
  const { completionId, clickId, transactionId } = await completeOffer(core, network, user, offerId);
  const before = await getCompletionTrace(core.services, completionId);
  expect(before).toMatchObject({
    completion: { completion_id: completionId, status: 'approved', source: 'network', network: network.slug, rate: 1 },
    user: { user_id: user.id, name: 'Asha Rao', email: user.email, is_suspicious: false },
    offer: { offer_id: offerId, title: 'Chained' },
    click: { click_id: clickId, ip: '203.0.113.9', user_agent: 'test' },
    spin: { outcome: 'waiting', spun_at: null, amount: null, proof: null },
    vouchers: [],
    audit: [],
  });
  // The network reports no payout, so the offer's amount applies.
  expect(before.completion).toMatchObject({ payout_amount: 20, reported_payout: null });
  expect(before.spin.commitment).toMatch(/^[0-9a-f]{64}$/);

  await spin(core.as(userActor(user.id)), { offerId, clientSeed: 'mine' });
  await postback(core, network, { click_id: clickId, transaction_id: transactionId, status: 'reversed' });
  await postback(core, network, { click_id: clickId, transaction_id: 'another', status: 'approved', payout: '1.50' });
  const after = await getCompletionTrace(core.services, completionId);
  expect(after.completion).toMatchObject({ status: 'reversed', transaction_id: transactionId });
  expect(after.postbacks.map(({ outcome }) => outcome)).toEqual(['accepted', 'reversed', 'accepted']);
  expect(after.postbacks[0]?.query).toBe(
    `click_id=${clickId}&transaction_id=another&status=approved&payout=1.50&signature=••••`,
  );
  expect(after.audit.map(({ action }) => action)).toEqual(['completions.reverse']);
  const { proof } = after.spin;
  expect(proof).toMatchObject({ clientSeed: 'mine', clientSeedHash: null, share: 'open' });
  const seed = Uint8Array.from(Buffer.from(proof?.serverSeed ?? '', 'hex'));
  expect(await computeCommitment(seed)).toBe(before.spin.commitment);
  expect(await computeRoll(seed, 'mine', completionId)).toBe(proof?.roll);
});

test('shows the payout as the network reported it, at the exchange rate of the completion', async () => {
  const foreign = await makeNetwork(core);
  await core.database.sql`update networks set rate_micros = 83125000, currency = 'USD' where slug = ${foreign.slug}`;
  const { offer_id: offerId } = await makeOffer(core);
  await core.database.sql`
    update offers set network_id = (select id from networks where slug = ${foreign.slug}) where id = ${offerId}`;
  const clickId = await makeClick(core, await makeUser(core), offerId);
  const params = { click_id: clickId, transaction_id: 'paid', status: 'approved', payout: '0.50' };
  const { completionId } = await postback(core, foreign, params);
  await core.database.sql`update networks set rate_micros = 90000000 where slug = ${foreign.slug}`;
  expect((await getCompletionTrace(core.services, completionId ?? 0)).completion).toMatchObject({
    currency: 'USD',
    rate: 83.125,
    reported_payout: '0.5',
    payout_amount: 41.56,
  });
});

test('shows an encrypted postback without its secret', async () => {
  const slug = 'by-token';
  const input = {
    preset: 'ogads',
    slug,
    secret: 'secret-of-the-path',
    signing: { kind: 'token', in: 'param', name: 'pw' },
  };
  const { network_id: id } = await createNetwork(
    core.as(anyAdmin),
    networkCreateInput.parse({ ...input, params: { click_id: 'click' } }),
  );
  const { offer_id: offerId } = await makeOffer(core);
  await core.database.sql`update offers set network_id = ${id} where id = ${offerId}`;
  const clickId = await makeClick(core, await makeUser(core), offerId);
  const rawQuery = `click=${clickId}&pw=secret-of-the-path&again=secret-of-the-path`;
  const call = { method: 'GET', rawQuery, rawBody: '', contentType: null, ip: null };
  const judged = await receivePostback(core.services, slug, call);
  const [row] = (await getCompletionTrace(core.services, judged?.completionId ?? 0)).postbacks;
  expect(row?.query).toBe(`click=${clickId}&pw=••••&again=••••`);
});

test('rejects an unknown completion', async () => {
  await expect(getCompletionTrace(core.services, 999_999)).rejects.toMatchObject({ code: 'COMPLETION_NOT_FOUND' });
});

describe('the signature of a postback', () => {
  const inParam = { kind: 'token', in: 'param', name: 'sig' } as const;
  test.each([
    ['a=1&sig=abc', 'a=1&sig=••••'],
    ['sig=abc&a=1&sig=def', 'sig=••••&a=1&sig=••••'],
    ['%73ig=abc=def', '%73ig=••••'],
    ['signature=abc&sig', 'signature=abc&sig'],
    ['', ''],
    ['{"a":"sig","sig" : "ab\\"c","b":{"sig":12}}', '{"a":"sig","sig" : "••••","b":{"sig":"••••"}}'],
    [' {"\\u0073ig":null}', ' {"\\u0073ig":"••••"}'],
  ])('is masked in %j', (text, expected) => {
    expect(maskSignature(text, inParam)).toBe(expected);
  });
  test('is not masked in the text if it is a header or part of the path', () => {
    expect(maskSignature('sig=abc', { ...inParam, in: 'header' })).toBe('sig=abc');
    expect(maskSignature('sig=abc', { kind: 'path_secret' })).toBe('sig=abc');
  });
});
