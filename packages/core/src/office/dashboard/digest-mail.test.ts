import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { insertPastCompletion } from '@inaam/testing/factories/dated-rows';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPreference } from '../preferences/preferences.ts';
import { sendDigests } from './digest.ts';

/** Tests the morning mail, which reports yesterday's figures and the current todos. */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

test('contains yesterday’s figures and current todos, and expires after twelve hours', async () => {
  const { sql } = core.database;
  const reader = await makeAdmin(core);
  await setPreference(core.as(reader), { name: 'digest', value: true });
  await addStock(core, { amount: 5, count: 1 });
  const { offer_id: offerId } = await makeOffer(core, {
    reward_amount: 20_00,
    spinner_config: [{ amount: 5, permille: 990 }],
  });
  const { offer_id: other } = await makeOffer(core, { reward_amount: 3_00 });
  // Creates data for the day before yesterday, yesterday and today. Only yesterday's data counts.
  const users = [await makeUser(core), await makeUser(core), await makeUser(core)];
  const backdateSpin = (completionId: number, daysAgo: number) =>
    rewriteFacts(
      core,
      (tx) =>
        tx`
        update spins set spun_at = spun_at - make_interval(days => ${daysAgo})
        where completion_id = ${completionId}`,
    );
  for (const [daysAgo, user] of [
    [2, users[0]],
    [1, users[1]],
  ] as const) {
    if (!user) throw new Error('no user');
    await sql`update users set created_at = created_at - make_interval(days => ${daysAgo}) where id = ${user.id}`;
    const { completionId } = await insertPastCompletion(core, network, user, offerId, { daysAgo, status: 'approved' });
    // Yesterday's spin wins the voucher (roll 0); the spin of the day before loses (roll 999).
    await settleWithRoll(core, completionId, daysAgo === 1 ? 0 : 999);
    await backdateSpin(completionId, daysAgo);
  }
  if (users[1]) await insertPastCompletion(core, network, users[1], other, { daysAgo: 1, status: 'approved' });
  if (users[2]) await completeOffer(core, network, users[2], offerId);
  await sql`select recount()`;
  const [row] = await sql<{ at: string; yesterday: string }[]>`
    select ((ist_day(now()) + time '08:00') at time zone 'Asia/Kolkata')::text as at,
      (ist_day(now()) - 1)::text as yesterday`;
  await sendDigests(core.services, 'https://admin.example', new Date(row?.at ?? ''));
  const [mail] = await sql<{ payload: Record<string, unknown>; seconds: number }[]>`
    select payload, extract(epoch from expires_at - created_at)::int as seconds
    from messages where kind = 'admin_digest'`;
  expect(mail?.seconds).toBe(12 * 3600);
  expect(mail?.payload).toEqual({
    day: row?.yesterday,
    url: expect.stringMatching(/^https:\/\/admin\.example\//),
    figures: [
      ['Revenue', '₹23'],
      ['Voucher cost', '₹5'],
      ['Margin', '₹18'],
      ['Conversions', '2'],
      ['Spins', '1'],
      ['New users', '1'],
    ],
    todos: ['₹5, ₹10 out of stock'],
  });
});
