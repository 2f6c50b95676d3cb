import { randomUUID } from 'node:crypto';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork, postback, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { createJudgingHelpers, type StartedOffer } from '@inaam/testing/factories/started-offers';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateOffer } from '../../ledger/offers/save.ts';
import { rejudgeParked } from './replay.ts';

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

const { startOffer, send, readState, readLastCall } = createJudgingHelpers(
  () => core,
  () => network,
);

describe('a transaction that was counted', () => {
  test('changes nothing and raises an alert if it is sent again with another payout or for another user', async () => {
    const [one, other] = [await startOffer(), await startOffer()];
    await send(one, 'approved', { payout: '5.00' });
    await send(one, 'approved', { payout: '50.00' });
    expect(await readLastCall(one.transaction)).toMatchObject({
      outcome: 'repeat',
      alert: 'This transaction was counted with another payout',
    });
    expect(await send({ ...other, transaction: one.transaction }, 'approved', { payout: '5.00' })).toMatchObject({
      outcome: 'refused',
      completionId: null,
    });
    expect(await readLastCall(one.transaction)).toEqual({
      outcome: 'refused',
      reason: 'This transaction was counted for another click',
      alert: 'This transaction was counted for another click',
    });
    expect(await readState(one)).toMatchObject({ payout_paise: 500, revenue: 500 });
    expect(await readState(other)).toBeUndefined();
  });
});

test('builds the transaction id from click and goal if the network sends none', async () => {
  const networkWithoutIds = await makeNetwork(core);
  await core.database.sql`
    update networks set params = '{"click_id": "click_id", "status": "status", "goal_id": "goal"}'
    where slug = ${networkWithoutIds.slug}`;
  const start = await startOffer();
  await core.database.sql`update offers set network_id = null where id = ${start.offerId}`;
  const call = (goal: string) => postback(core, networkWithoutIds, { click_id: start.click, status: 'approved', goal });
  expect(await call('one')).toMatchObject({ outcome: 'accepted' });
  expect(await call('one')).toMatchObject({ outcome: 'repeat', reason: null });
  expect(await call('two')).toMatchObject({ outcome: 'repeat', reason: 'This user has completed the offer before' });
  expect(await readState(start)).toMatchObject({ transaction_id: `click:${start.click}:one`, completions: 1 });
});

describe('an offer that moved to another network', () => {
  const getNetworkId = async ({ slug }: TestNetwork) =>
    (await core.database.sql<{ id: number }[]>`select id from networks where slug = ${slug}`)[0]?.id ?? 0;
  const report = (net: TestNetwork, start: StartedOffer, transaction = start.transaction) =>
    postback(core, net, { click_id: start.click, transaction_id: transaction, status: 'approved', payout: '5' });
  const move = async ({ offerId }: StartedOffer, to: TestNetwork) =>
    updateOffer(core.as(anyAdmin), { offer_id: offerId, network_id: await getNetworkId(to) });

  test('accepts old clicks from the former network and new clicks from the current one', async () => {
    const [before, after] = [await makeNetwork(core), await makeNetwork(core)];
    const start = await startOffer();
    await move(start, before);
    const [early, late] = [await makeUser(core), await makeUser(core)];
    const earlier = {
      ...start,
      user: early,
      click: await makeClick(core, early, start.offerId),
      transaction: randomUUID(),
    };
    await move(start, after);
    const later = {
      ...start,
      user: late,
      click: await makeClick(core, late, start.offerId),
      transaction: randomUUID(),
    };
    const refused = { outcome: 'refused', reason: 'The offer belongs to another network' };
    expect(await report(before, later, randomUUID())).toMatchObject(refused);
    expect(await report(before, earlier)).toMatchObject({ outcome: 'accepted' });
    expect(await report(after, later)).toMatchObject({ outcome: 'accepted' });
    // A postback of a network that never had the offer is refused.
    const other = await makeNetwork(core);
    expect(await report(other, { ...start, transaction: randomUUID() })).toMatchObject(refused);
    // A user who completed the offer through the former network cannot complete it again.
    expect(await report(after, earlier, randomUUID())).toMatchObject({ outcome: 'repeat' });
    expect(await core.database.sql`select * from ledger_differences()`).toEqual([]);
  });
});

describe('an unsigned network', () => {
  const makeUnsignedNetwork = async (window: number, ceiling: number): Promise<TestNetwork> => {
    const unsignedNetwork = await makeNetwork(core);
    await core.database.sql`
      update networks set signing = '{"kind": "token", "in": "param", "name": "password"}', click_window_seconds = ${window},
        payout_ceiling_paise = ${ceiling} where slug = ${unsignedNetwork.slug}`;
    return unsignedNetwork;
  };
  const call = (net: TestNetwork, start: StartedOffer, payout: string) =>
    postback(core, net, {
      click_id: start.click,
      transaction_id: start.transaction,
      status: 'approved',
      payout,
      password: net.secret,
    });
  const startNetworkOffer = async (net: TestNetwork | null) => {
    const start = await startOffer();
    const slug = net?.slug ?? '';
    await core.database.sql`
      update offers set network_id = (select id from networks where slug = ${slug}) where id = ${start.offerId}`;
    return start;
  };

  test('is limited to its own offers, recent clicks and the payout ceiling', async () => {
    const net = await makeUnsignedNetwork(3600, 1000);
    expect(await call(net, await startNetworkOffer(null), '1')).toMatchObject({
      reason: 'The offer belongs to another network',
    });
    const oldStart = await startNetworkOffer(net);
    await rewriteFacts(
      core,
      (sql) => sql`update clicks set created_at = now() - interval '2 hours' where click_id = ${oldStart.click}`,
    );
    expect(await call(net, oldStart, '1')).toMatchObject({ outcome: 'refused', reason: 'The click is too old' });
    const offerAtCeiling = await startNetworkOffer(net);
    expect(await call(net, offerAtCeiling, '10.01')).toMatchObject({
      outcome: 'refused',
      reason: 'The payout is above the ceiling',
    });
    expect(await call(net, offerAtCeiling, '10.00')).toMatchObject({ outcome: 'accepted' });
  });

  test('requires a click window and a payout ceiling', async () => {
    const unsignedNetwork = await makeNetwork(core);
    await expect(
      core.database.sql`update networks set signing = '{"kind": "path_secret"}' where slug = ${unsignedNetwork.slug}`,
    ).rejects.toMatchObject({ constraint_name: 'networks_unsigned_limits' });
  });
});

describe('a manual credit', () => {
  const startWithCredit = async (): Promise<StartedOffer> => {
    const start = await startOffer();
    await core.database.sql`
      insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, payout_paise,
        currency, rate_micros, source, seed, commitment)
      select k.user_id, k.offer_id, 1, k.id, n.id, ${`manual-${randomUUID()}`}, 2000, 'INR', 1000000, 'admin',
        decode(repeat('cd', 32), 'hex'), sha256(decode(repeat('cd', 32), 'hex'))
      from clicks k, networks n where k.click_id = ${start.click} and n.slug = ${network.slug}`;
    return start;
  };

  test('takes the network’s transaction and payout when they arrive, and counts once', async () => {
    const start = await startWithCredit();
    expect(await send(start, 'approved', { payout: '5.00' })).toMatchObject({
      outcome: 'accepted',
      reason: 'Credited by hand before',
    });
    expect(await readState(start)).toMatchObject({
      transaction_id: start.transaction,
      payout_paise: 500,
      completions: 1,
      revenue: 500,
      of_offer: 1,
      revenue_of_offer: 500,
    });
    expect(await send(start, 'approved', { payout: '5.00' })).toMatchObject({ outcome: 'repeat' });
    expect(await send(start, 'reversed')).toMatchObject({ outcome: 'reversed' });
    expect(await readState(start)).toMatchObject({ status: 'reversed', revenue: 0 });
  });

  test('is reversed by a reversal that came before the network’s transaction', async () => {
    const start = await startWithCredit();
    // The reversal finds the completion by its click.
    expect(await send(start, 'reversed')).toMatchObject({ outcome: 'reversed', reason: 'Found by its click' });
    await send(start, 'approved', { payout: '5.00' });
    expect(await readState(start)).toMatchObject({ status: 'reversed', completions: 1, revenue: 0 });
  });
});

test('counts a parked postback when its status is mapped, and closes the user’s report of missing credit', async () => {
  const start = await startOffer();
  expect(await send(start, 'later-mapped')).toMatchObject({ outcome: 'parked' });
  await core.database.sql`
    insert into credit_cases (user_id, offer_id, click_id, message)
    select user_id, offer_id, id, 'Where is it?' from clicks where click_id = ${start.click}`;
  await core.database.sql`
    update networks set status_map = status_map || '{"later-mapped": "approve"}', updated_at = now() where slug = ${network.slug}`;
  expect(await rejudgeParked(core.as(anyAdmin))).toBeGreaterThan(0);
  expect(await readState(start)).toMatchObject({ status: 'approved', completions: 1 });
  expect(
    await core.database.sql`select status, closed_by_postback_id is not null as by_call from credit_cases`,
  ).toEqual([{ status: 'credited', by_call: true }]);
  expect(await rejudgeParked(core.as(anyAdmin))).toBe(0);
});

test('records the completion of a suspended user', async () => {
  const start = await startOffer();
  await core.database.sql`update users set suspended_at = now() where id = ${start.user.id}`;
  expect(await send(start, 'approved')).toMatchObject({ outcome: 'accepted' });
  expect(await readState(start)).toMatchObject({ completions: 1, revenue: 2000 });
});
