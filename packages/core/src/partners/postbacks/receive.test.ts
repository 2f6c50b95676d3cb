import { randomUUID } from 'node:crypto';
import { conversionListInput } from '@inaam/contracts/completions/conversions';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import {
  completeOffer,
  makeClick,
  makeNetwork,
  postback,
  signQuery,
  type TestNetwork,
} from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listConversions } from '../../insight/conversions/list-conversions.ts';
import { judgeStoredPostbacks } from './judge-stored.ts';
import { receivePostback } from './receive.ts';

let core: TestCore;
let network: TestNetwork;

beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

async function startOffer(reward = 2000) {
  const { offer_id: offerId } = await makeOffer(core, { reward_amount: reward });
  const user = await makeUser(core);
  return { user, offerId, clickId: await makeClick(core, user, offerId), transactionId: randomUUID() };
}

const send = (clickId: string, transactionId: string, status = 'approved', more: Record<string, string> = {}) =>
  postback(core, network, { click_id: clickId, transaction_id: transactionId, status, ...more });

const listCompletions = (userId: number) =>
  core.database.sql`select status, payout_paise from completion_states where user_id = ${userId}`;

const readRevenue = async (userId: number, offerId: number) => {
  const [row] = await core.database.sql<{ user: number; offer: number }[]>`
    select (select revenue_paise from user_stats_now() where user_id = ${userId}) as user,
      (select sum(revenue_paise)::bigint from offer_days_now() where offer_id = ${offerId}) as offer`;
  return row;
};

test('credits a completion with the payout, or with the offer’s amount if no payout is sent', async () => {
  const paid = await startOffer();
  await send(paid.clickId, paid.transactionId, 'approved', { payout: '12.34', currency: 'INR' });
  expect(await listCompletions(paid.user.id)).toEqual([{ status: 'approved', payout_paise: 1234 }]);
  const unpaid = await startOffer(5050);
  await send(unpaid.clickId, unpaid.transactionId);
  expect(await listCompletions(unpaid.user.id)).toEqual([{ status: 'approved', payout_paise: 5050 }]);
  expect(await readRevenue(unpaid.user.id, unpaid.offerId)).toEqual({ user: 5050, offer: 5050 });
});

describe('repeats', () => {
  test('credit one completion when a postback is sent 25 times at the same time', async () => {
    const { user, offerId, clickId, transactionId } = await startOffer();
    const answers = await Promise.all(Array.from({ length: 25 }, () => send(clickId, transactionId)));
    expect(answers.filter((answer) => answer.outcome === 'accepted')).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.completionId)).size).toBe(1);
    expect(await listCompletions(user.id)).toHaveLength(1);
    expect(await readRevenue(user.id, offerId)).toEqual({ user: 2000, offer: 2000 });
  });

  test('are counted in the row of the first postback if they are identical, and each is still verified', async () => {
    const { user, clickId, transactionId } = await startOffer();
    const params = { click_id: clickId, transaction_id: transactionId, payout: '4', status: 'approved' };
    const query = signQuery(network, params);
    const call = (rawQuery: string) =>
      receivePostback(core.services, network.slug, {
        method: 'GET',
        rawQuery,
        rawBody: '',
        contentType: null,
        ip: '198.51.100.1',
      });
    const first = await call(query);
    for (let i = 0; i < 3; i++) {
      expect(await call(query)).toMatchObject({
        outcome: 'repeat',
        kind: 'approve',
        reason: null,
        completionId: first?.completionId,
      });
    }
    // Two similar postbacks: a forged one, and a genuine one with reordered parameters, which is stored separately.
    expect(await call(query.replace('payout=4', 'payout=5'))).toMatchObject({ outcome: 'refused', forged: true });
    const { status, ...rest } = params;
    expect(await call(signQuery(network, { status, ...rest }))).toMatchObject({ outcome: 'repeat' });
    await core.services.repeatCounter.whenWritten();
    const rows = await core.database.sql`
      select outcome, repeats, repeated_at is not null as is_dated from postbacks
      where transaction_id = ${transactionId} order by id`;
    expect(rows).toEqual([
      { outcome: 'accepted', repeats: 3, is_dated: true },
      { outcome: 'repeat', repeats: 0, is_dated: false },
    ]);
    // The current settings apply: the postback of an inactive network is refused.
    await core.database.sql`update networks set active = false where slug = ${network.slug}`;
    expect(await call(query)).toMatchObject({ outcome: 'refused', reason: 'The network is not active' });
    await core.database.sql`update networks set active = true where slug = ${network.slug}`;
    expect(await listCompletions(user.id)).toHaveLength(1);
  });

  test('of a reversal that was matched by its click are judged again', async () => {
    // Between two repeats, the transaction id may come to belong to another click.
    const [own, other] = [await startOffer(), await startOffer()];
    await send(own.clickId, own.transactionId);
    const reversal = () => send(own.clickId, other.transactionId, 'reversed');
    expect(await reversal()).toMatchObject({ outcome: 'reversed' });
    expect(await reversal()).toMatchObject({ outcome: 'repeat' });
    await send(other.clickId, other.transactionId);
    expect(await reversal()).toMatchObject({ outcome: 'parked' });
  });

  test('raise an alert if a pending postback is repeated after a confirmation with a different payout', async () => {
    const { clickId, transactionId } = await startOffer();
    for (const [status, payout] of [
      ['pending', '9.99'],
      ['approved', '12.34'],
      ['pending', '9.99'],
    ] as const)
      await send(clickId, transactionId, status, { payout });
    const rows = await core.database.sql`
      select outcome, alert is not null as alerts from postbacks where transaction_id = ${transactionId} order by id`;
    expect(rows).toEqual([
      { outcome: 'pending', alerts: false },
      { outcome: 'accepted', alerts: true },
      { outcome: 'repeat', alerts: true },
    ]);
  });

  test('do not complete the offer again if they have another transaction, but their money counts', async () => {
    const { user, offerId, clickId, transactionId } = await startOffer();
    const first = await send(clickId, transactionId);
    const second = await send(clickId, randomUUID());
    expect(second).toMatchObject({ outcome: 'accepted', completionId: first.completionId });
    expect(await listCompletions(user.id)).toHaveLength(1);
    expect(await readRevenue(user.id, offerId)).toEqual({ user: 4000, offer: 4000 });
  });

  test('are refused and change nothing if they name another click', async () => {
    const one = await startOffer();
    const other = await startOffer();
    await send(one.clickId, one.transactionId);
    expect(await send(other.clickId, one.transactionId)).toMatchObject({
      outcome: 'refused',
      completionId: null,
      reason: 'This transaction was counted for another click',
    });
    expect(await listCompletions(other.user.id)).toEqual([]);
  });

  test('are recognised per network: two networks may use the same transaction id', async () => {
    const second = await makeNetwork(core);
    const { clickId, transactionId } = await startOffer();
    const elsewhere = await startOffer();
    await core.database.sql`update offers set network_id = null where id = ${elsewhere.offerId}`;
    await send(clickId, transactionId);
    const params = { click_id: elsewhere.clickId, transaction_id: transactionId, status: 'approved' };
    expect(await postback(core, second, params)).toMatchObject({ outcome: 'accepted' });
  });
});

describe('reversals', () => {
  test('remove the revenue once, however often they are sent', async () => {
    const { user, offerId, clickId, transactionId } = await startOffer();
    await send(clickId, transactionId);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(clickId, transactionId, 'reversed')));
    expect(answers.filter((answer) => answer.outcome === 'reversed')).toHaveLength(1);
    expect(await listCompletions(user.id)).toEqual([{ status: 'reversed', payout_paise: 2000 }]);
    expect(await readRevenue(user.id, offerId)).toEqual({ user: 0, offer: 0 });
    expect(await send(clickId, transactionId)).toMatchObject({ outcome: 'repeat' });
    expect(await listCompletions(user.id)).toEqual([{ status: 'reversed', payout_paise: 2000 }]);
  });

  test('are parked when they come before their completion, and applied to it later', async () => {
    const { user, offerId, clickId, transactionId } = await startOffer();
    expect(await send(clickId, transactionId, 'reversed')).toMatchObject({ outcome: 'parked', completionId: null });
    await send(clickId, transactionId);
    expect(await listCompletions(user.id)).toEqual([{ status: 'reversed', payout_paise: 2000 }]);
    expect(await readRevenue(user.id, offerId)).toEqual({ user: 0, offer: 0 });
  });

  test('take precedence over a simultaneous completion, whichever is first', async () => {
    for (let i = 0; i < 10; i++) {
      const { user, clickId, transactionId } = await startOffer();
      await Promise.all([send(clickId, transactionId), send(clickId, transactionId, 'reversed')]);
      expect(await listCompletions(user.id)).toMatchObject([{ status: 'reversed' }]);
    }
  });

  test('are recorded in the audit log under the network’s name', async () => {
    const { user, offerId } = await startOffer();
    const { completionId, clickId, transactionId } = await completeOffer(core, network, await makeUser(core), offerId);
    await send(clickId, transactionId, 'reversed');
    const rows = await core.database.sql`
      select actor_kind, actor_name, before, after from audit_entries
      where action = 'completions.reverse' and subject = ${String(completionId)}`;
    expect(rows).toEqual([
      {
        actor_kind: 'network',
        actor_name: network.slug,
        before: { status: 'approved' },
        after: { status: 'reversed' },
      },
    ]);
    expect(await listCompletions(user.id)).toEqual([]);
  });
});

describe('a postback without credit', () => {
  const readLastPostback = () =>
    core.database.sql`select outcome, reason, raw_query from postbacks order by id desc limit 1`;

  test('is stored with its reason if it is forged', async () => {
    const { user, clickId } = await startOffer();
    const rawQuery = `click_id=${clickId}&transaction_id=x&status=approved&signature=${'0'.repeat(64)}`;
    const raw = { method: 'GET', rawQuery, rawBody: '', contentType: null, ip: '198.51.100.1' };
    expect(await receivePostback(core.services, network.slug, raw)).toMatchObject({ outcome: 'refused', forged: true });
    expect(await readLastPostback()).toEqual([
      { outcome: 'refused', reason: 'Signature not valid', raw_query: rawQuery },
    ]);
    expect(await listCompletions(user.id)).toEqual([]);
  });

  test('is stored with its reason if its click is unknown', async () => {
    expect(await send('never-given', randomUUID())).toMatchObject({ outcome: 'parked', reason: 'Click not found' });
    expect(await readLastPostback()).toMatchObject([{ outcome: 'parked', reason: 'Click not found' }]);
  });

  test('is refused if it is about another network’s offer', async () => {
    const otherNetwork = await makeNetwork(core);
    const { user, clickId, transactionId } = await startOffer();
    const params = { click_id: clickId, transaction_id: transactionId, status: 'approved' };
    expect(await postback(core, otherNetwork, params)).toMatchObject({ outcome: 'refused', forged: false });
    expect(await listCompletions(user.id)).toEqual([]);
  });

  test('gets no judgement if its network is unknown', async () => {
    const raw = { method: 'GET', rawQuery: '', rawBody: '', contentType: null, ip: null };
    expect(await receivePostback(core.services, 'unknown', raw)).toBeUndefined();
  });
});

test('judges a postback once, in the job, if the process ended after storing it', async () => {
  const { user, clickId, transactionId } = await startOffer();
  const query = signQuery(network, { click_id: clickId, transaction_id: transactionId, status: 'approved' });
  await core.database.sql`
    insert into postbacks (network_id, slug, retry_key, method, raw_query, raw_body, ip, received_at)
    select id, slug, ${randomUUID()}, 'GET', ${query}, '', '198.51.100.1', now() - interval '1 minute'
    from networks where slug = ${network.slug}`;
  expect(await judgeStoredPostbacks(core.services)).toBe(1);
  expect(await listCompletions(user.id)).toHaveLength(1);
  expect(await judgeStoredPostbacks(core.services)).toBe(0);
});

test('judges the other stored postbacks if one postback cannot be judged', async () => {
  const { user, clickId, transactionId } = await startOffer();
  const broken = await makeNetwork(core);
  await core.database
    .sql`update networks set params = '{}'::jsonb, source_addresses = '{rubbish}' where slug = ${broken.slug}`;
  const query = signQuery(network, { click_id: clickId, transaction_id: transactionId, status: 'approved' });
  for (const slug of [broken.slug, network.slug]) {
    await core.database.sql`
      insert into postbacks (network_id, slug, retry_key, method, raw_query, raw_body, ip, received_at)
      select id, slug, ${randomUUID()}, 'GET', ${query}, '', '198.51.100.1', now() - interval '1 minute'
      from networks where slug = ${slug}`;
  }
  await expect(judgeStoredPostbacks(core.services)).rejects.toThrow('1 stored postbacks cannot be judged');
  expect(await listCompletions(user.id)).toHaveLength(1);
  await core.database.sql`update postbacks set outcome = 'refused' where slug = ${broken.slug}`;
});

test('filters conversions and sums their revenue like a count by hand', async () => {
  const ownCore = await createTestCore();
  try {
    const net = await makeNetwork(ownCore);
    const a = await makeOffer(ownCore, { title: 'Alpha', external_offer_id: 'A', reward_amount: 1000 });
    const b = await makeOffer(ownCore, { title: 'Beta 100%', external_offer_id: 'B', reward_amount: 3000 });
    const users = await Promise.all(
      Array.from({ length: 6 }, (_, i) => makeUser(ownCore, { email: `person${i}@example.invalid` })),
    );
    for (const user of users) await completeOffer(ownCore, net, user, a.offer_id);
    for (const user of users.slice(0, 3)) await completeOffer(ownCore, net, user, b.offer_id);
    await ownCore.database.sql`
      insert into completion_events (completion_id, kind) select id, 'reversed' from completions
      where offer_id = ${b.offer_id} and user_id = ${users[0]?.id ?? 0}`;
    const list = (input: object) => listConversions(ownCore.services, conversionListInput.parse(input));
    expect((await list({})).pagination).toEqual({ page: 1, limit: 50, total: 9, totalPages: 1 });
    expect((await list({})).overallStats.totalRevenue).toBe(6 * 10 + 2 * 30);
    expect((await list({ offer: 'B' })).conversions.filter((row) => row.reversed)).toHaveLength(1);
    expect((await list({ search: '100%' })).pagination.total).toBe(3);
    expect((await list({ search: 'PERSON4' })).pagination.total).toBe(1);
    expect((await list({ search: '%' })).pagination.total).toBe(3);
    expect((await list({ voucherFilter: 'won' })).pagination.total).toBe(0);
    expect((await list({ limit: 4, page: 3 })).conversions).toHaveLength(1);
    expect((await list({ limit: 4, page: 9 })).conversions).toEqual([]);
    await ownCore.database.sql`update users set created_at = created_at`;
    expect((await list({ dateRange: 'today' })).pagination.total).toBe(9);
  } finally {
    await ownCore.close();
  }
});
