import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork, postback } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPostback } from './read.ts';
import { rejudgeParked } from './replay.ts';
import { aNetwork, aPostback } from './rules.fixture.ts';
import { getTimestampProblem } from './timestamp.ts';

/** Times are compared with the time of receipt, even when a postback is judged again much later. */

const RECEIVED = new Date('2026-07-19T12:00:00Z');
const params = {
  click_id: 'c',
  transaction_id: 't',
  status: 's',
  payout: null,
  currency: null,
  goal_id: null,
  parent_id: null,
};
const rule = { param: 'ts', tolerance_seconds: 300 };

test.each([
  ['2026-07-19T11:55:00Z', true],
  ['2026-07-19T11:54:59Z', false],
  ['2026-07-19T12:05:00Z', true],
  ['2026-07-19T12:05:01Z', false],
])('checks the time %s in a postback that was received at 12:00; accepted: %s', (at, isNear) => {
  const seconds = String(Date.parse(at) / 1000);
  for (const text of [at, seconds, `${seconds}000`]) {
    expect(getTimestampProblem(rule, text, RECEIVED) === undefined, text).toBe(isNear);
  }
});

test.each([
  ['202607191155', true],
  ['202607191154', false],
  ['20260719120459', true],
  ['20260719120501', false],
  ['202613191155', false],
  ['202602301155', false],
])('checks the time %s, in digits alone, in a postback that was received at 12:00; accepted: %s', (text, isNear) => {
  expect(getTimestampProblem(rule, text, RECEIVED) === undefined).toBe(isNear);
});

test('accepts a stored postback later if its time was valid at receipt', () => {
  const network = aNetwork({
    params,
    statusMap: { ok: 'approve' },
    signing: { kind: 'token', in: 'param', name: 'key' },
    signingSecret: 'token',
    callTimestamp: rule,
  });
  const read = (ts: string) =>
    readPostback(network, aPostback({ rawQuery: `c=1&t=2&s=ok&key=token&ts=${ts}`, receivedAt: RECEIVED }));
  expect(read('2026-07-19T11:56:00Z')).toMatchObject({ kind: 'approve' });
  expect(read(new Date().toISOString())).toMatchObject({ outcome: 'refused' });
});

test('accepts the previous key until the overlap of a rotation ends', () => {
  const at = (receivedAt: Date) =>
    readPostback(
      aNetwork({
        params,
        statusMap: { ok: 'approve' },
        signing: { kind: 'token', in: 'param', name: 'key' },
        signingSecret: 'new',
        previousSecret: 'old',
        previousUntil: RECEIVED,
      }),
      aPostback({ rawQuery: 'c=1&t=2&s=ok&key=old', receivedAt }),
    );
  expect(at(RECEIVED)).toMatchObject({ kind: 'approve' });
  expect(at(new Date(RECEIVED.getTime() + 1))).toMatchObject({ outcome: 'refused' });
});

describe('the age of a click', () => {
  let core: TestCore;
  beforeAll(async () => {
    core = await createTestCore();
  });
  afterAll(() => core.close());

  test('is measured at the receipt of the postback when it is judged again', async () => {
    const { sql } = core.database;
    const network = await makeNetwork(core);
    await sql`update networks set click_window_seconds = 3600 where slug = ${network.slug}`;
    const parkCall = async (sentAfter: string) => {
      const { offer_id: offerId } = await makeOffer(core);
      const clickId = await makeClick(core, await makeUser(core), offerId);
      const call = { click_id: clickId, transaction_id: clickId, status: 'done' };
      expect(await postback(core, network, call)).toMatchObject({ outcome: 'parked' });
      await rewriteFacts(
        core,
        (tx) => tx`update clicks set created_at = now() - interval '2 days' where click_id = ${clickId}`,
      );
      await sql`
        update postbacks set received_at = now() - interval '2 days' + ${sentAfter}::interval
        where transaction_id = ${clickId}`;
      return async () => (await sql`select outcome, reason from postbacks where transaction_id = ${clickId}`)[0];
    };
    const [inside, outside] = [await parkCall('59 minutes'), await parkCall('61 minutes')];
    await sql`
      update networks set status_map = status_map || '{"done": "approve"}', updated_at = now()
      where slug = ${network.slug}`;
    await rejudgeParked(core.as(anyAdmin));
    expect(await inside()).toEqual({ outcome: 'accepted', reason: null });
    expect(await outside()).toEqual({ outcome: 'refused', reason: 'The click is too old' });
  });
});
