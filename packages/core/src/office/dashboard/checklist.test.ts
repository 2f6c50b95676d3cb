import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer } from '@inaam/testing/factories/completions';
import { insertPastCompletion } from '@inaam/testing/factories/dated-rows';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeHouse, makeMilestone, type TestHouse } from '@inaam/testing/factories/milestones';
import { makeOffer } from '@inaam/testing/factories/offers';
import { addStock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isArchiving } from '../../insight/dashboard/log-archive.ts';
import { getChecklist } from './checklist.ts';

/**
 * Tests the checklist of a new installation. Each line is completed by a fact in the database. The tests set up an
 * installation step by step.
 */

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const read = async (over: { isProduction?: boolean; hasMail?: boolean } = {}) => {
  const { backOfficePolicy, mail } = core.services;
  const { lines } = await getChecklist({
    ...core.services,
    backOfficePolicy: { ...backOfficePolicy, isProduction: over.isProduction ?? true },
    mail: { ...mail, mailer: { ...mail.mailer, isOn: over.hasMail ?? true } },
  });
  return lines;
};
const line = async (kind: string) => {
  const found = (await read()).find((each) => each.kind === kind);
  return found && [found.is_done, found.subject];
};

test('lists all lines for an empty installation in production, and none in a demo', async () => {
  expect((await read()).map(({ kind, is_done }) => [kind, is_done])).toEqual([
    ['network', false],
    ['offers', false],
    ['stock', false],
    ['mail', false],
    ['second_owner', false],
    ['backups', false],
  ]);
  expect(await read({ isProduction: false })).toEqual([]);
});

test('omits the line of mail if a setting switches mail off', async () => {
  expect((await read({ hasMail: false })).map(({ kind }) => kind)).not.toContain('mail');
});

let house: TestHouse;
let offerId: number;

test('completes the line of offers with an active offer of a partner, but not with a milestone', async () => {
  house = await makeHouse(core, 0);
  await makeMilestone(core, house, 11);
  expect(await line('offers')).toEqual([false, null]);
  ({ offer_id: offerId } = await makeOffer(core, { spinner_config: [{ amount: 50, permille: 10 }] }));
  expect(await line('offers')).toEqual([true, null]);
});

test('completes the line of stock when each amount that users can win is in stock', async () => {
  expect(await line('stock')).toEqual([false, { id: expect.any(Number), name: expect.stringContaining('₹50') }]);
  const amounts = await core.database.sql<{ amount: number }[]>`
    select distinct amount_paise / 100 as amount from stock_forecast(3)`;
  for (const { amount } of amounts) await addStock(core, { amount, count: 1 });
  expect(await line('stock')).toEqual([true, null]);
});

test('completes the line of the network with the first accepted postback that has the current secret', async () => {
  expect(await line('network')).toEqual([false, { id: expect.any(Number), name: house.network.slug }]);
  await completeOffer(core, house.network, await makeUser(core), offerId);
  expect(await line('network')).toEqual([true, null]);
});

test('completes the line of mail with a sent mail, but not with a queued or failed mail', async () => {
  const insert = (status: string, channel = 'mail') => core.database.sql`
    insert into messages (kind, channel, event_key, recipient, status, settled_at)
    values ('sign_up', ${channel}, ${`${status}-${channel}`}, 'a@example.com', ${status},
      case when ${status} <> 'queued' then now() end)`;
  await insert('queued');
  await insert('failed');
  await insert('sent', 'push');
  expect(await line('mail')).toEqual([false, { id: null, name: core.services.appOrigin }]);
  await insert('sent');
  expect(await line('mail')).toEqual([true, null]);
});

test('completes the line of the second owner when two owners can sign in', async () => {
  await core.database.sql`update admins set deactivated_at = now()`;
  for (const expected of [false, true]) {
    await makeAdmin(core);
    await core.database.sql`update admins set role = 'owner'`;
    expect(await line('second_owner')).toEqual([expected, null]);
  }
});

test('lists no lines once a conversion from a network is 30 days old', async () => {
  expect(await read()).not.toEqual([]);
  const user = await makeUser(core);
  const { offer_id: old } = await makeOffer(core);
  await insertPastCompletion(core, house.network, user, old, { daysAgo: 31, status: 'approved' });
  expect(await read()).toEqual([]);
});

describe('the line of backups', () => {
  test.each([
    ['never archived', null, null, false],
    ['archived a minute ago', 60, null, true],
    ['archived after a failure', 60, 3600, true],
    ['failed after the last success', 3600, 60, false],
    ['archived two days ago', 172_800, null, false],
  ])('reads the state of the archive: %s', (_, archived_seconds, failed_seconds, expected) => {
    expect(isArchiving({ archived_seconds, failed_seconds })).toBe(expected);
  });
});
