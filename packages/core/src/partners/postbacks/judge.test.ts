import { randomUUID } from 'node:crypto';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { userActor } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { createJudgingHelpers, type StartedOffer } from '@inaam/testing/factories/started-offers';
import { addStock } from '@inaam/testing/factories/vouchers';
import { scaleTimeout, takeSample } from '@inaam/testing/sampling';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUserStats } from '../../insight/figures/user-stats.ts';
import { listOffersForUser } from '../../ledger/offers/list-for-user.ts';
import { spin } from '../../ledger/spins/spin.ts';

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
const spinOffer = ({ user, offerId }: StartedOffer) => spin(core.as(userActor(user.id)), { offerId, clientSeed: '' });

function permute<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, i) => permute(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}

describe('a pending completion', () => {
  test('is shown as being confirmed, counts nowhere and gives no spin until it is approved', async () => {
    const start = await startOffer();
    expect(await send(start, 'pending', { payout: '5.00' })).toMatchObject({ outcome: 'pending' });
    expect(await readState(start)).toMatchObject({ status: 'pending', completions: 0, revenue: 0, of_offer: 0 });
    await expect(spinOffer(start)).rejects.toMatchObject({ code: 'COMPLETION_PENDING' });
    await core.database.sql`select settle_spins(array[id], array[0], array[0], 1::smallint, array[''], array['open'])
        from completions where offer_id = ${start.offerId}`;
    expect(await readState(start)).toMatchObject({ outcome: 'waiting', spins: 0 });
    const [offer] = (await listOffersForUser(core.services, start.user.id)).offers.filter(({ completed }) => completed);
    expect(offer).toMatchObject({ completed: true, pending: true, reversed: false });
    expect((await getUserStats(core.services, start.user.id)).completions).toMatchObject([{ pending: true }]);

    expect(await send(start, 'approved', { payout: '5.00' })).toMatchObject({ outcome: 'accepted' });
    expect(await readState(start)).toMatchObject({
      status: 'approved',
      completions: 1,
      revenue: 500,
      revenue_of_offer: 500,
    });
    expect(await send(start, 'pending', { payout: '5.00' })).toMatchObject({ outcome: 'repeat' });
    expect((await spinOffer(start)).success).toBe(true);
  });

  test('is never counted if it is reversed', async () => {
    const start = await startOffer();
    await send(start, 'pending', { payout: '5.00' });
    expect(await send(start, 'reversed')).toMatchObject({ outcome: 'reversed' });
    expect(await readState(start)).toMatchObject({ status: 'reversed', completions: 0, revenue: 0, of_offer: 0 });
    await expect(spinOffer(start)).rejects.toMatchObject({ code: 'COMPLETION_REVERSED' });
  });

  test('counts the confirmed payout, with an alert if the pending payout differs', async () => {
    const start = await startOffer();
    await send(start, 'pending', { payout: '5.00' });
    await send(start, 'approved', { payout: '4.00' });
    expect(await readState(start)).toMatchObject({ payout_paise: 400, revenue: 400 });
    expect(await readLastCall(start.transaction)).toMatchObject({
      alert: 'Confirmed with a different payout than when pending',
    });
  });
});

describe('a hold', () => {
  test('lets the completion count immediately, blocks its spin, and ends by itself', async () => {
    await core.database.sql`update networks set hold_seconds = 2 where slug = ${network.slug}`;
    const start = await startOffer();
    await send(start, 'approved');
    await core.database.sql`update networks set hold_seconds = 0 where slug = ${network.slug}`;
    expect(await readState(start)).toMatchObject({ status: 'approved', completions: 1, revenue: 2000 });
    await expect(spinOffer(start)).rejects.toMatchObject({
      code: 'COMPLETION_PENDING',
      message: 'This completion is being confirmed',
    });
    expect(
      (await listOffersForUser(core.services, start.user.id)).offers.find(({ completed }) => completed)?.pending,
    ).toBe(true);
    await expect
      .poll(
        () =>
          spinOffer(start).then(
            () => 'spun',
            () => 'held',
          ),
        { timeout: 8000 },
      )
      .toBe('spun');
    expect(
      (await listOffersForUser(core.services, start.user.id)).offers.find(({ completed }) => completed)?.pending,
    ).toBe(false);
  });

  test('also blocks `settle_spins`, and a reversal during the hold blocks the spin permanently', async () => {
    await core.database.sql`update networks set hold_seconds = 3600 where slug = ${network.slug}`;
    const start = await startOffer();
    await send(start, 'approved');
    // A process that read an earlier state of the completion may still call `settle_spins`.
    await core.database.sql`select settle_spins(array[id], array[0], array[0], 1::smallint, array[''], array['open'])
        from completions where offer_id = ${start.offerId}`;
    expect(await readState(start)).toMatchObject({ outcome: 'waiting', spins: 0 });
    await core.database.sql`update networks set hold_seconds = 0 where slug = ${network.slug}`;
    await send(start, 'reversed');
    expect(await readState(start)).toMatchObject({ status: 'reversed', completions: 1, revenue: 0 });
    await expect(spinOffer(start)).rejects.toMatchObject({ code: 'COMPLETION_REVERSED' });
  });
});

const allOrders = permute(
  ['pending', 'pending', 'approved', 'approved', 'reversed', 'reversed', 'approved'].map((_, i) => i),
);
// TEST_LONG=1 tries all 5,040 orders.
const triedOrders = takeSample(allOrders, 200);
test(
  `reaches the same final state for ${triedOrders.length} of the 5040 orders of seven events`,
  async () => {
    const events = ['pending', 'pending', 'approved', 'approved', 'reversed', 'reversed', 'approved'];
    const { sql } = core.database;
    expect(allOrders).toHaveLength(5040);
    const { offer_id: offerId } = await makeOffer(core);
    await sql`
    with new_users as (
      insert into users (email, first_name, last_name, password_hash)
      select 'order-' || i || '@example.invalid', 'A', 'B', 'x'
      from generate_series(1, ${triedOrders.length}::int) i returning id
    ), stats as (insert into user_stats (user_id) select id from new_users)
    insert into clicks (click_id, user_id, offer_id)
    select 'order-' || row_number() over (order by id), id, ${offerId} from new_users`;
    const kinds: Record<string, string> = { pending: 'pending', approved: 'approve', reversed: 'reverse' };
    const judgements = triedOrders.flatMap((order, i) =>
      order.map((event) => ({
        n: i + 1,
        // The last event is another postback of the same completion, without a payout.
        verdict: {
          kind: kinds[events[event] ?? ''],
          click_id: `order-${i + 1}`,
          transaction_id: `order-${i + 1}`,
          goal_id: null,
          payout_micros: event === 6 ? null : '7000000',
          payout_paise: event === 6 ? null : 700,
          currency: 'INR',
          rate_micros: '1000000',
          hold_seconds: 0,
          unsigned: false,
          click_window_seconds: null,
          payout_ceiling_paise: null,
        },
      })),
    );
    // Small parts keep each statement short. A statement of 700 postbacks takes 0.2 to 2 s on a busy machine, however
    // many were judged before.
    for (let from = 0; from < judgements.length; from += 140) {
      const part = JSON.stringify(judgements.slice(from, from + 140));
      await sql`
      insert into postbacks (network_id, slug, retry_key, method, raw_query, raw_body)
      select w.id, w.slug, ${randomUUID()} || place, 'GET', '', ''
      from generate_series(1, jsonb_array_length(${part}::text::jsonb)) place, networks w where w.slug = ${network.slug}
      order by place`;
      // `order by` with `offset 0` judges the seven events of an order one after the other, as in seven requests.
      await sql`
      select judge_postback(id, jsonb_populate_record(null::postback_verdict, verdict), decode(repeat('ab', 32), 'hex'))
      from (
        select p.id, given.value -> 'verdict' as verdict
        from (select id, row_number() over (order by id) as place from postbacks where outcome is null) p
        join jsonb_array_elements(${part}::text::jsonb) with ordinality as given (value, place) using (place)
        order by place offset 0
      ) judgements`;
    }
    const finalStates = await sql`
    select c.status, c.approved_at is not null as confirmed, t.completions, t.revenue_paise as revenue,
      count(*) as orders
    from completion_states c join user_stats_now() t on t.user_id = c.user_id
      where c.offer_id = ${offerId} group by 1, 2, 3, 4`;
    expect(finalStates).toEqual([
      { status: 'reversed', confirmed: true, completions: 1, revenue: 0, orders: triedOrders.length },
    ]);
    const [figures] = await sql`
    select sum(completions)::int as completions, sum(revenue_paise)::int as revenue
    from offer_days_now() where offer_id = ${offerId}`;
    expect(figures).toEqual({ completions: triedOrders.length, revenue: 0 });
  },
  scaleTimeout(120_000),
);

describe('a reversal', () => {
  test('counts once, and a later confirmation restores no revenue', async () => {
    const start = await startOffer();
    await send(start, 'pending', { payout: '5.00' });
    expect(await send(start, 'reversed')).toMatchObject({ outcome: 'reversed' });
    expect(await send(start, 'reversed')).toMatchObject({ outcome: 'repeat' });
    // Another postback: it has a payout, so it is not an exact repeat.
    expect(await send(start, 'reversed', { payout: '5.00' })).toMatchObject({ outcome: 'repeat' });
    expect(await send(start, 'approved', { payout: '5.00' })).toMatchObject({ outcome: 'accepted' });
    expect(await readState(start)).toMatchObject({
      status: 'reversed',
      completions: 1,
      revenue: 0,
      revenue_of_offer: 0,
    });
    const [audited] = await core.database.sql`
      select count(*) from audit_entries a join completions c on a.subject = c.id::text
      where a.action = 'completions.reverse' and c.offer_id = ${start.offerId}`;
    expect(audited).toEqual({ count: 1 });
  });

  test('does not take back a win after the spin; a code that was out of stock still arrives', async () => {
    const start = await startOffer(31);
    await send(start, 'approved');
    await core.database.sql`select settle_spins(array[id], array[0], array[0], 1::smallint, array[''], array['open'])
        from completions where offer_id = ${start.offerId}`;
    expect(await readState(start)).toMatchObject({ outcome: 'owed' });
    await send(start, 'reversed');
    expect(await readState(start)).toMatchObject({ status: 'reversed', outcome: 'owed', revenue: 0, spins: 1 });
    await addStock(core, { amount: 31, count: 1 });
    expect(await readState(start)).toMatchObject({ status: 'reversed', outcome: 'won' });
  });

  test('is parked with an alert when it names another click, before and after the completion', async () => {
    const [one, other] = [await startOffer(), await startOffer()];
    const wrong = { click: other.click, transaction: one.transaction };
    expect(await send(wrong, 'reversed')).toMatchObject({ outcome: 'parked' });
    await send(one, 'approved');
    expect(await readState(one)).toMatchObject({ status: 'approved', revenue: 2000 });
    expect(await send(wrong, 'reversed')).toMatchObject({ outcome: 'parked' });
    expect(await readLastCall(one.transaction)).toMatchObject({
      alert: 'A reversal of this transaction names another click',
    });
    expect(await send(one, 'reversed')).toMatchObject({ outcome: 'reversed' });
  });
});
