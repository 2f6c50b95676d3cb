import { randomUUID } from 'node:crypto';
import { conversionListInput } from '@inaam/contracts/completions/conversions';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import {
  completeOffer,
  makeClick,
  makeNetwork,
  postback,
  signedQuery,
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

async function started(reward = 2000) {
  const { offer_id: offerId } = await makeOffer(core, { reward_amount: reward });
  const user = await makeUser(core);
  return { user, offerId, clickId: await makeClick(core, user, offerId), transactionId: randomUUID() };
}

const send = (clickId: string, transactionId: string, status = 'approved', more: Record<string, string> = {}) =>
  postback(core, network, { click_id: clickId, transaction_id: transactionId, status, ...more });

const completionsOf = (userId: number) =>
  core.database.sql`select status, payout_paise from completion_states where user_id = ${userId}`;

const revenueOf = async (userId: number, offerId: number) => {
  const [row] = await core.database.sql<{ user: number; offer: number }[]>`
    select (select revenue_paise from user_stats_now() where user_id = ${userId}) as user,
      (select sum(revenue_paise)::bigint from offer_days_now() where offer_id = ${offerId}) as offer`;
  return row;
};

test('a completion is credited with the payout, or with the offer’s amount where there is none', async () => {
  const paid = await started();
  await send(paid.clickId, paid.transactionId, 'approved', { payout: '12.34', currency: 'INR' });
  expect(await completionsOf(paid.user.id)).toEqual([{ status: 'approved', payout_paise: 1234 }]);
  const unpaid = await started(5050);
  await send(unpaid.clickId, unpaid.transactionId);
  expect(await completionsOf(unpaid.user.id)).toEqual([{ status: 'approved', payout_paise: 5050 }]);
  expect(await revenueOf(unpaid.user.id, unpaid.offerId)).toEqual({ user: 5050, offer: 5050 });
});

describe('repeats', () => {
  test('of one postback, 25 at once: one completion, one credit, one answer', async () => {
    const { user, offerId, clickId, transactionId } = await started();
    const answers = await Promise.all(Array.from({ length: 25 }, () => send(clickId, transactionId)));
    expect(answers.filter((answer) => answer.outcome === 'accepted')).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.completionId)).size).toBe(1);
    expect(await completionsOf(user.id)).toHaveLength(1);
    expect(await revenueOf(user.id, offerId)).toEqual({ user: 2000, offer: 2000 });
  });

  test('of the very same call are counted beside the first, and each is still verified', async () => {
    const { user, clickId, transactionId } = await started();
    const params = { click_id: clickId, transaction_id: transactionId, payout: '4', status: 'approved' };
    const query = signedQuery(network, params);
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
    // Nearly the same: forged, and signed with another order of its values, which is a call of its own.
    expect(await call(query.replace('payout=4', 'payout=5'))).toMatchObject({ outcome: 'refused', forged: true });
    const { status, ...rest } = params;
    expect(await call(signedQuery(network, { status, ...rest }))).toMatchObject({ outcome: 'repeat' });
    await core.services.repeats.written();
    const rows = await core.database.sql`
      select outcome, repeats, repeated_at is not null as is_dated from postbacks
      where transaction_id = ${transactionId} order by id`;
    expect(rows).toEqual([
      { outcome: 'accepted', repeats: 3, is_dated: true },
      { outcome: 'repeat', repeats: 0, is_dated: false },
    ]);
    // By the settings of now: a network that was switched off hears so.
    await core.database.sql`update networks set active = false where slug = ${network.slug}`;
    expect(await call(query)).toMatchObject({ outcome: 'refused', reason: 'The network is not active' });
    await core.database.sql`update networks set active = true where slug = ${network.slug}`;
    expect(await completionsOf(user.id)).toHaveLength(1);
  });

  test('of a reversal that was found by its click are judged: its transaction may be another’s by now', async () => {
    const [mine, others] = [await started(), await started()];
    await send(mine.clickId, mine.transactionId);
    const reversal = () => send(mine.clickId, others.transactionId, 'reversed');
    expect(await reversal()).toMatchObject({ outcome: 'reversed' });
    expect(await reversal()).toMatchObject({ outcome: 'repeat' });
    await send(others.clickId, others.transactionId);
    expect(await reversal()).toMatchObject({ outcome: 'parked' });
  });

  test('of a pending call after a confirmation with another payout are an alert', async () => {
    const { clickId, transactionId } = await started();
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

  test('of an offer under another transaction: the user has completed it once', async () => {
    const { user, offerId, clickId, transactionId } = await started();
    const first = await send(clickId, transactionId);
    const second = await send(clickId, randomUUID());
    expect(second).toMatchObject({ outcome: 'repeat', completionId: first.completionId });
    expect(await revenueOf(user.id, offerId)).toEqual({ user: 2000, offer: 2000 });
  });

  test('of a transaction for another click change nothing and are distinguished', async () => {
    const one = await started();
    const other = await started();
    await send(one.clickId, one.transactionId);
    expect(await send(other.clickId, one.transactionId)).toMatchObject({
      outcome: 'repeat',
      reason: 'This transaction was counted for another click',
    });
    expect(await completionsOf(other.user.id)).toEqual([]);
  });

  test('the same transaction from two networks is two facts', async () => {
    const second = await makeNetwork(core);
    const { clickId, transactionId } = await started();
    const elsewhere = await started();
    await core.database.sql`update offers set network_id = null where id = ${elsewhere.offerId}`;
    await send(clickId, transactionId);
    const params = { click_id: elsewhere.clickId, transaction_id: transactionId, status: 'approved' };
    expect(await postback(core, second, params)).toMatchObject({ outcome: 'accepted' });
  });
});

describe('reversals', () => {
  test('take the revenue out once, however often they come', async () => {
    const { user, offerId, clickId, transactionId } = await started();
    await send(clickId, transactionId);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(clickId, transactionId, 'reversed')));
    expect(answers.filter((answer) => answer.outcome === 'reversed')).toHaveLength(1);
    expect(await completionsOf(user.id)).toEqual([{ status: 'reversed', payout_paise: 2000 }]);
    expect(await revenueOf(user.id, offerId)).toEqual({ user: 0, offer: 0 });
    expect(await send(clickId, transactionId)).toMatchObject({ outcome: 'repeat' });
    expect(await completionsOf(user.id)).toEqual([{ status: 'reversed', payout_paise: 2000 }]);
  });

  test('that come before their completion wait for it', async () => {
    const { user, offerId, clickId, transactionId } = await started();
    expect(await send(clickId, transactionId, 'reversed')).toMatchObject({ outcome: 'parked', completionId: null });
    await send(clickId, transactionId);
    expect(await completionsOf(user.id)).toEqual([{ status: 'reversed', payout_paise: 2000 }]);
    expect(await revenueOf(user.id, offerId)).toEqual({ user: 0, offer: 0 });
  });

  test('at the same moment as their completion end reversed, whichever is first', async () => {
    for (let i = 0; i < 10; i++) {
      const { user, clickId, transactionId } = await started();
      await Promise.all([send(clickId, transactionId), send(clickId, transactionId, 'reversed')]);
      expect(await completionsOf(user.id)).toMatchObject([{ status: 'reversed' }]);
    }
  });

  test('are in the audit log under the network’s name', async () => {
    const { user, offerId } = await started();
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
    expect(await completionsOf(user.id)).toEqual([]);
  });
});

describe('what is not credited is kept with the reason', () => {
  const kept = () => core.database.sql`select outcome, reason, raw_query from postbacks order by id desc limit 1`;

  test('a forged postback', async () => {
    const { user, clickId } = await started();
    const rawQuery = `click_id=${clickId}&transaction_id=x&status=approved&signature=${'0'.repeat(64)}`;
    const raw = { method: 'GET', rawQuery, rawBody: '', contentType: null, ip: '198.51.100.1' };
    expect(await receivePostback(core.services, network.slug, raw)).toMatchObject({ outcome: 'refused', forged: true });
    expect(await kept()).toEqual([{ outcome: 'refused', reason: 'Signature not valid', raw_query: rawQuery }]);
    expect(await completionsOf(user.id)).toEqual([]);
  });

  test('a click that is not ours', async () => {
    expect(await send('never-given', randomUUID())).toMatchObject({ outcome: 'parked', reason: 'Click not found' });
    expect(await kept()).toMatchObject([{ outcome: 'parked', reason: 'Click not found' }]);
  });

  test('another network’s offer', async () => {
    const otherNetwork = await makeNetwork(core);
    const { user, clickId, transactionId } = await started();
    const params = { click_id: clickId, transaction_id: transactionId, status: 'approved' };
    expect(await postback(core, otherNetwork, params)).toMatchObject({ outcome: 'refused', forged: false });
    expect(await completionsOf(user.id)).toEqual([]);
  });

  test('no such network: nothing is stored', async () => {
    const raw = { method: 'GET', rawQuery: '', rawBody: '', contentType: null, ip: null };
    expect(await receivePostback(core.services, 'nobody', raw)).toBeUndefined();
  });
});

test('a postback that was stored when the process ended is judged by the sweep, once', async () => {
  const { user, clickId, transactionId } = await started();
  const query = signedQuery(network, { click_id: clickId, transaction_id: transactionId, status: 'approved' });
  await core.database.sql`
    insert into postbacks (network_id, slug, retry_key, method, raw_query, raw_body, ip, received_at)
    select id, slug, ${randomUUID()}, 'GET', ${query}, '', '198.51.100.1', now() - interval '1 minute'
    from networks where slug = ${network.slug}`;
  expect(await judgeStoredPostbacks(core.services)).toBe(1);
  expect(await completionsOf(user.id)).toHaveLength(1);
  expect(await judgeStoredPostbacks(core.services)).toBe(0);
});

test('a stored postback that cannot be judged does not hold up the others', async () => {
  const { user, clickId, transactionId } = await started();
  const broken = await makeNetwork(core);
  await core.database
    .sql`update networks set params = '{}'::jsonb, source_addresses = '{rubbish}' where slug = ${broken.slug}`;
  const query = signedQuery(network, { click_id: clickId, transaction_id: transactionId, status: 'approved' });
  for (const slug of [broken.slug, network.slug]) {
    await core.database.sql`
      insert into postbacks (network_id, slug, retry_key, method, raw_query, raw_body, ip, received_at)
      select id, slug, ${randomUUID()}, 'GET', ${query}, '', '198.51.100.1', now() - interval '1 minute'
      from networks where slug = ${slug}`;
  }
  await expect(judgeStoredPostbacks(core.services)).rejects.toThrow('1 stored postbacks cannot be judged');
  expect(await completionsOf(user.id)).toHaveLength(1);
  await core.database.sql`update postbacks set outcome = 'refused' where slug = ${broken.slug}`;
});

test('conversions: filters and figures against rows counted by hand', async () => {
  const own = await createTestCore();
  try {
    const net = await makeNetwork(own);
    const a = await makeOffer(own, { title: 'Alpha', external_offer_id: 'A', reward_amount: 1000 });
    const b = await makeOffer(own, { title: 'Beta 100%', external_offer_id: 'B', reward_amount: 3000 });
    const users = await Promise.all(
      Array.from({ length: 6 }, (_, i) => makeUser(own, { email: `person${i}@example.invalid` })),
    );
    for (const user of users) await completeOffer(own, net, user, a.offer_id);
    for (const user of users.slice(0, 3)) await completeOffer(own, net, user, b.offer_id);
    await own.database.sql`
      insert into completion_events (completion_id, kind) select id, 'reversed' from completions
      where offer_id = ${b.offer_id} and user_id = ${users[0]?.id ?? 0}`;
    const list = (input: object) => listConversions(own.services, conversionListInput.parse(input));
    expect((await list({})).pagination).toEqual({ page: 1, limit: 50, total: 9, totalPages: 1 });
    expect((await list({})).overallStats.totalRevenue).toBe(6 * 10 + 2 * 30);
    expect((await list({ offer: 'B' })).conversions.filter((row) => row.reversed)).toHaveLength(1);
    expect((await list({ search: '100%' })).pagination.total).toBe(3);
    expect((await list({ search: 'PERSON4' })).pagination.total).toBe(1);
    expect((await list({ search: '%' })).pagination.total).toBe(3);
    expect((await list({ voucherFilter: 'won' })).pagination.total).toBe(0);
    expect((await list({ limit: 4, page: 3 })).conversions).toHaveLength(1);
    expect((await list({ limit: 4, page: 9 })).conversions).toEqual([]);
    await own.database.sql`update users set created_at = created_at`;
    expect((await list({ dateRange: 'today' })).pagination.total).toBe(9);
  } finally {
    await own.close();
  }
});
