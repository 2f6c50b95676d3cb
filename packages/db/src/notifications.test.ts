import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import {
  completeOffer,
  makeClick,
  makeNetwork,
  postback,
  type TestNetwork,
} from '@inaam/testing/factories/completions';
import { makeUser, type TestUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { makeReadyToSpin, makeWinner } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * Messages about spins and vouchers: one for each event, and none for an event that is outdated, such as a completion
 * that was reversed. Other tests check the texts.
 */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

const listMessages = async (user: TestUser): Promise<string[]> => {
  const rows = await core.database.sql<{ what: string }[]>`
    select kind || ' ' || event_key as what from messages where user_id = ${user.id} order by id`;
  return rows.map(({ what }) => what);
};
const notifyEndedHolds = async (): Promise<number | undefined> => {
  const [row] = await core.database.sql<{ ended: number }[]>`select notify_ended_holds(1000) as ended`;
  return row?.ended;
};
const notifyExpiring = async (at: string, limit = 1000): Promise<number | undefined> => {
  const [row] = await core.database.sql<{ notified: number }[]>`
    select notify_expiring_vouchers(${at}::timestamptz, ${limit}::int) as notified`;
  return row?.notified;
};
const suspend = ({ id }: TestUser) => core.database.sql`update users set suspended_at = now() where id = ${id}`;
const reverse = (completionId: number) =>
  core.database.sql`select reverse_completion(${completionId}::bigint, '{"kind":"system","name":"test"}'::jsonb, null)`;

/** Creates a user who started an offer, and returns a function that reports postbacks for the offer. */
async function startOffer() {
  const { offer_id: offerId } = await makeOffer(core);
  const user = await makeUser(core);
  const clickId = await makeClick(core, user, offerId);
  const transactionId = randomUUID();
  const report = async (status: string): Promise<number> => {
    const { completionId } = await postback(core, network, {
      click_id: clickId,
      transaction_id: transactionId,
      status,
    });
    return completionId ?? 0;
  };
  return { user, offerId, report };
}

/** Runs `work` while the network has a hold time of an hour. */
async function withHoldTime<T>(work: () => Promise<T>): Promise<T> {
  await core.database.sql`update networks set hold_seconds = 3600`;
  try {
    return await work();
  } finally {
    await core.database.sql`update networks set hold_seconds = 0`;
  }
}

/** Creates a win without stock, then adds stock, so that the winner gets a voucher later. */
async function makeFilledWin(amount: number) {
  const owed = await makeWinner(core, network, amount);
  expect(owed.voucherId).toBeNull();
  await addStock(core, { amount, count: 1 });
  return owed;
}

/** Ends all holds now: in completions, in their events, and in `held_spins`, the list of pending messages. */
const endHoldTimes = () =>
  rewriteFacts(core, async (tx) => {
    for (const table of ['completions', 'completion_events', 'held_spins'])
      await tx.unsafe(`update ${table} set held_until = now() where held_until > now()`);
  });

describe('spin-ready messages', () => {
  test('are queued when the network approves a completion, at once or later', async () => {
    const [immediate, later] = [await startOffer(), await startOffer()];
    const first = await immediate.report('approved');
    await later.report('pending');
    await waitForChangeFeed(core);
    expect(await listMessages(immediate.user)).toEqual([`spin_ready ${first}`]);
    expect(await listMessages(later.user)).toEqual([]);
    const second = await later.report('approved');
    await waitForChangeFeed(core);
    expect(await listMessages(later.user)).toEqual([`spin_ready ${second}`]);
    expect(await core.database.sql`select payload, status from messages where user_id = ${immediate.user.id}`).toEqual([
      { payload: { offer: 'Morning habits survey', offer_id: immediate.offerId }, status: 'queued' },
    ]);
  });

  test('are not queued after a spin or a reversal, nor for a suspended user', async () => {
    const spun = await makeWinner(core, network, 901);
    const reversed = await makeReadyToSpin(core, network, 902);
    await reverse(reversed.completionId);
    const reversedFirst = await startOffer();
    await reversedFirst.report('pending');
    await reversedFirst.report('reversed');
    await reversedFirst.report('approved');
    const suspended = await makeReadyToSpin(core, network, 903);
    await suspend(suspended.user);
    await waitForChangeFeed(core);
    for (const { user } of [spun, reversed, reversedFirst, suspended]) expect(await listMessages(user)).toEqual([]);
  });

  test('are queued at the end of the hold unless the completion was reversed', async () => {
    const [kept, reversed, late] = await withHoldTime(async () => {
      const pending = await startOffer();
      await pending.report('pending');
      await pending.report('approved');
      return [await makeReadyToSpin(core, network, 904), await makeReadyToSpin(core, network, 905), pending];
    });
    await waitForChangeFeed(core);
    await reverse(reversed.completionId);
    expect(await notifyEndedHolds()).toBe(0);
    for (const { user } of [kept, reversed, late]) expect(await listMessages(user)).toEqual([]);

    await endHoldTimes();
    const ended = await Promise.all([notifyEndedHolds(), notifyEndedHolds()]);
    expect((ended[0] ?? 0) + (ended[1] ?? 0)).toBe(3);
    expect(await notifyEndedHolds()).toBe(0);
    expect(await listMessages(kept.user)).toEqual([`spin_ready ${kept.completionId}`]);
    expect(await listMessages(late.user)).toHaveLength(1);
    expect(await listMessages(reversed.user)).toEqual([]);
  });

  test('are not queued when the answer to a support case announces the spin', async () => {
    const open = async () => {
      const claimed = await startOffer();
      await core.database.sql`select open_credit_case(${claimed.user.id}, ${claimed.offerId}, 'Where is it?')`;
      return claimed;
    };
    const [claimed, declined] = [await open(), await open()];
    await core.database.sql`
      insert into notification_preferences (user_id, kind, channel, is_enabled)
      values (${declined.user.id}, 'case_answered', 'mail', false)`;
    await claimed.report('approved');
    const ready = await declined.report('approved');
    await waitForChangeFeed(core);
    expect(await listMessages(claimed.user)).toEqual([expect.stringMatching(/^case_answered /)]);
    // A user who turned off mails about cases gets the spin message. deliver.ts suppresses the queued mail about the
    // case.
    expect(await listMessages(declined.user)).toEqual([
      expect.stringMatching(/^case_answered /),
      `spin_ready ${ready}`,
    ]);
    // During a hold, the answer names the end of the hold, and the spin message is queued at that time.
    const held = await open();
    const heldCompletion = await withHoldTime(() => held.report('approved'));
    await waitForChangeFeed(core);
    const readHoldEnd = (user: TestUser) => core.database.sql<{ held: Date | null }[]>`
      select (payload ->> 'held_until')::timestamptz as held from messages
      where user_id = ${user.id} and kind = 'case_answered'`;
    const [state] = await core.database.sql`select held_until from completions where id = ${heldCompletion}`;
    expect(await readHoldEnd(held.user)).toEqual([{ held: state?.['held_until'] }]);
    expect(await readHoldEnd(claimed.user)).toEqual([{ held: null }]);
    await endHoldTimes();
    await notifyEndedHolds();
    expect(await listMessages(held.user)).toEqual([
      expect.stringMatching(/^case_answered /),
      `spin_ready ${heldCompletion}`,
    ]);
  });
});

describe('messages about a voucher that arrived after the win', () => {
  test('are queued when it arrives, but not for a win with a voucher at once, nor for a replacement', async () => {
    const filled = await makeFilledWin(911);
    await addStock(core, { amount: 912, count: 2 });
    const atOnce = await makeWinner(core, network, 912);
    await core.database.sql`
      select replace_voucher('{"kind":"admin","id":1,"name":"tester"}'::jsonb, ${atOnce.voucherId}::bigint, 'broken')`;
    await waitForChangeFeed(core);
    expect(await listMessages(filled.user)).toEqual([`owed_win_filled ${filled.completionId}`]);
    expect(await listMessages(atOnce.user)).toEqual([]);
    const [message] = await core.database.sql`select payload from messages where user_id = ${filled.user.id}`;
    expect(message).toEqual({ payload: { brand: 'Amazon', amount: 911 } });
  });
});

describe('the change feed', () => {
  test('queues a message once if the connection is killed halfway', async () => {
    const ready = await makeReadyToSpin(core, network, 921);
    const filled = await makeFilledWin(922);
    const killed = core.database.sql.begin(async (open) => {
      // The feed waits for open transactions in all databases of the server.
      for (let tries = 0; ; tries++) {
        await open`select advance_change_feed('messages', 1000000000)`;
        const rows = await open`select 1 from messages where user_id in (${ready.user.id}, ${filled.user.id})`;
        if (rows.length === 2) break;
        if (tries === 1000) throw new Error('the feed does not catch up');
        await sleep(10);
      }
      const [self] = await open<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await core.database.sql`select pg_terminate_backend(${self?.pid ?? 0})`;
      await open`select 1`;
    });
    await expect(killed).rejects.toThrow(/terminat|CLOSED|closed/i);
    expect([...(await listMessages(ready.user)), ...(await listMessages(filled.user))]).toEqual([]);
    await waitForChangeFeed(core);
    await waitForChangeFeed(core);
    expect(await listMessages(ready.user)).toEqual([`spin_ready ${ready.completionId}`]);
    expect(await listMessages(filled.user)).toEqual([`owed_win_filled ${filled.completionId}`]);
  });

  test('queues nothing for facts that were read before a repair (xid 0)', async () => {
    const ready = await makeReadyToSpin(core, network, 923);
    const held = await withHoldTime(() => makeReadyToSpin(core, network, 924));
    const pending = await startOffer();
    await pending.report('pending');
    await pending.report('approved');
    const filled = await makeFilledWin(925);
    const users = [ready, held, pending, filled].map(({ user }) => user);
    await rewriteFacts(core, async (sql) => {
      for (const table of ['completions', 'completion_events', 'spins', 'voucher_awards'])
        await sql.unsafe(`update ${table} set xid = '0'`);
    });
    await core.database.sql`select consume_changes_for_messages('0', last_settled_xid())`;
    await waitForChangeFeed(core);
    for (const user of users) expect(await listMessages(user)).toEqual([]);
    expect(await core.database.sql`select 1 from held_spins where completion_id = ${held.completionId}`).toEqual([]);
  });

  test('queues messages for unread facts after a repair, and no message twice', async () => {
    const { sql } = core.database;
    const [before] = await sql<{ xid: string }[]>`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`;
    const ready = await makeReadyToSpin(core, network, 931);
    const emailChanged = await makeFilledWin(932);
    const held = await withHoldTime(() => makeReadyToSpin(core, network, 933));
    await waitForChangeFeed(core);
    await endHoldTimes();
    await notifyEndedHolds();
    await sql`update users set email = ${`${randomUUID()}@example.invalid`} where id = ${emailChanged.user.id}`;
    const unreadReady = await makeReadyToSpin(core, network, 934);
    const unreadFilled = await makeFilledWin(935);
    await addStock(core, { amount: 936, count: 1 });
    const unreadAtOnce = await makeWinner(core, network, 936);
    // Simulates a restore from a server with higher transaction ids. One consumer lags, so after the repair all
    // consumers read again everything that this consumer has not read.
    await sql`update change_feed_consumers set xid = ${before?.xid ?? ''}::xid8 where name = 'click_search'`;
    await rewriteFacts(core, async (tx) => {
      for (const table of [
        'clicks',
        'completions',
        'completion_events',
        'spins',
        'voucher_awards',
        'change_feed_consumers',
      ])
        await tx.unsafe(`update ${table} set xid = (xid::text::bigint + 1000000000)::text::xid8 where xid <> '0'`);
    });
    expect(await sql`select repair_change_feed() as repaired`).toEqual([{ repaired: true }]);
    await waitForChangeFeed(core);
    await endHoldTimes();
    await notifyEndedHolds();
    expect(await listMessages(ready.user)).toEqual([`spin_ready ${ready.completionId}`]);
    expect(await listMessages(held.user)).toEqual([`spin_ready ${held.completionId}`]);
    expect(await listMessages(emailChanged.user)).toEqual([`owed_win_filled ${emailChanged.completionId}`]);
    expect(await listMessages(unreadReady.user)).toEqual([`spin_ready ${unreadReady.completionId}`]);
    expect(await listMessages(unreadFilled.user)).toEqual([`owed_win_filled ${unreadFilled.completionId}`]);
    expect(await listMessages(unreadAtOnce.user)).toEqual([]);
  });
});

describe('voucher-expiring messages', () => {
  // The vouchers of these tests are valid until the end of 31 December 2099, Indian time.
  const withinThreeDays = '2099-12-28T12:00:00+05:30';

  test('are queued once, in the last three days, only in the daytime', async () => {
    await addStock(core, { amount: 941, count: 3 });
    const { user, voucherId } = await makeWinner(core, network, 941);
    const used = await makeWinner(core, network, 941);
    const suspended = await makeWinner(core, network, 941);
    await core.database.sql`update vouchers set used_at = now() where id = ${used.voucherId}`;
    await suspend(suspended.user);
    for (const early of ['2099-12-27T20:00:00+05:30', '2099-12-28T08:59:59+05:30', '2099-12-28T21:00:00+05:30'])
      expect(await notifyExpiring(early)).toBe(0);
    // Queues two reminders per step, because vouchers of other tests expire on that day, too.
    let steps = 0;
    while (await notifyExpiring(withinThreeDays, 2)) steps++;
    expect(steps).toBeGreaterThan(0);
    for (const later of [withinThreeDays, '2099-12-31T20:59:00+05:30']) expect(await notifyExpiring(later)).toBe(0);
    expect(await listMessages(user)).toEqual([`voucher_expiring ${voucherId}`]);
    for (const other of [used.user, suspended.user]) expect(await listMessages(other)).toEqual([]);
    const [message] = await core.database.sql`select payload from messages where user_id = ${user.id}`;
    expect(message?.['payload']).toMatchObject({ brand: 'Amazon', amount: 941 });
    expect(new Date(message?.['payload'].expires)).toEqual(new Date('2099-12-31T23:59:59+05:30'));
  });

  test('are queued between 9:00 and 21:00 IST', async () => {
    for (const [amount, at] of [
      [943, '2099-12-28T09:00:00+05:30'],
      [944, '2099-12-28T20:59:59+05:30'],
    ] as const) {
      await addStock(core, { amount, count: 1 });
      const { user, voucherId } = await makeWinner(core, network, amount);
      expect(await notifyExpiring(at)).toBeGreaterThan(0);
      expect(await listMessages(user)).toEqual([`voucher_expiring ${voucherId}`]);
    }
  });

  test('are queued once by concurrent processes', async () => {
    await addStock(core, { amount: 942, count: 1 });
    const { user } = await makeWinner(core, network, 942);
    await Promise.all([notifyExpiring(withinThreeDays), notifyExpiring(withinThreeDays)]);
    expect(await listMessages(user)).toHaveLength(1);
  });
});

test('queues nothing for a deleted user', async () => {
  const { user, offerId } = await startOffer();
  await completeOffer(core, network, user, offerId);
  await core.database.sql`update users set deleted_at = now() where id = ${user.id}`;
  await waitForChangeFeed(core);
  expect(await listMessages(user)).toEqual([]);
});
