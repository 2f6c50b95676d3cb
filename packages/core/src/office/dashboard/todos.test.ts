import { randomUUID } from 'node:crypto';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork } from '@inaam/testing/factories/completions';
import { insertPastPostback } from '@inaam/testing/factories/dated-rows';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { addStock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listTodos } from './todos.ts';

/** Tests the todos of the dashboard and the morning mail. Each test also adds rows that must not be counted. */

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const todos = async (kind: string) =>
  (await listTodos(core.kernel)).todos
    .filter((todo) => todo.kind === kind)
    .map(({ count, subject }) => [count, subject?.name ?? null]);

/** Creates users who registered on the same device. */
async function makeUsersOnDevice(count: number, suspended: number) {
  const device = randomUUID();
  for (let i = 0; i < count; i++) {
    const { id } = await makeUser(core, { device });
    if (i < suspended) await core.database.sql`update users set suspended_at = now() where id = ${id}`;
  }
  return device;
}

test('counts a ring of three accounts on a device that is not blocked, unless all are suspended', async () => {
  await makeUsersOnDevice(2, 0);
  await makeUsersOnDevice(3, 3);
  const blocked = await makeUsersOnDevice(3, 0);
  await core.database.sql`update devices set blocked_at = now() where fingerprint = ${blocked}`;
  expect(await todos('rings')).toEqual([]);
  await makeUsersOnDevice(3, 2);
  expect(await todos('rings')).toEqual([[1, null]]);
});

test('counts the parked postbacks of 30 days and the refused postbacks of one day for each network', async () => {
  const { slug } = await makeNetwork(core, 'needs');
  const DAY = 24 * 60;
  const call = (outcome: 'parked' | 'refused' | 'accepted' | 'repeat' | null, minutes: number, to = slug) =>
    insertPastPostback(core, to, { ago: `${minutes} minutes`, outcome });
  await call('parked', 30 * DAY + 1);
  await call('refused', DAY + 1);
  for (const outcome of ['accepted', 'repeat', null] as const) await call(outcome, 1);
  await call('refused', 1, 'no-such-network');
  expect([await todos('parked_postbacks'), await todos('refused_postbacks')]).toEqual([[], []]);
  await call('parked', 30 * DAY - 1);
  await call('refused', DAY - 1);
  expect([await todos('parked_postbacks'), await todos('refused_postbacks')]).toEqual([[[1, slug]], [[1, slug]]]);
});

test('counts endpoints that failures disabled, but not endpoints that an admin turned off', async () => {
  const endpoint = (name: string, active: boolean, disabled: string | null) => core.database.sql`
    insert into webhook_endpoints (kind, name, url, secret, active, disabled_at, disabled_reason)
    values ('webhook', ${name}, 'https://e.example', 's', ${active}, case when ${disabled}::text is not null then now() end,
      ${disabled})`;
  await endpoint('works', true, null);
  await endpoint('off', false, null);
  await endpoint('failed, then off', false, 'failed');
  expect(await todos('disabled_endpoint')).toEqual([]);
  await endpoint('failed', true, 'failed');
  expect(await todos('disabled_endpoint')).toEqual([[1, 'failed']]);
});

test('counts open cases', async () => {
  const user = await makeUser(core);
  const { sql } = core.database;
  const cases: number[] = [];
  for (let i = 0; i < 3; i++) {
    const { offer_id: offerId } = await makeOffer(core);
    const click = await makeClick(core, user, offerId);
    const [row] = await sql<{ id: number }[]>`
      insert into credit_cases (user_id, offer_id, click_id, message)
      select user_id, offer_id, id, 'Where is it?' from clicks where click_id = ${click} returning id`;
    cases.push(row?.id ?? 0);
  }
  expect(await todos('open_cases')).toEqual([[3, null]]);
  await sql`update credit_cases set status = 'credited', closed_at = now() where id = ${cases[0] ?? 0}`;
  await sql`update credit_cases set status = 'closed', closed_at = now() where id = ${cases[1] ?? 0}`;
  expect(await todos('open_cases')).toEqual([[1, null]]);
});

test('counts available vouchers that expire within 14 days', async () => {
  const amount = 47;
  const days = [-1, 0, 14, 15];
  for (const [at] of days.entries()) await addStock(core, { amount, count: 1, expiry: `2099-01-0${at + 1}` });
  for (const [at, day] of days.entries()) {
    await core.database.sql`
      update vouchers set expiry_date = ist_day(now()) + ${day}::int
      where amount_paise = ${amount * 100} and expiry_date = ${`2099-01-0${at + 1}`}`;
  }
  expect(await todos('vouchers_expiring')).toEqual([[2, null]]);
  await core.database.sql`delete from free_vouchers where expiry_date = ist_day(now()) + 14`;
  expect(await todos('vouchers_expiring')).toEqual([[1, null]]);
});

test('lists a single owner as a todo only in production', async () => {
  const has = async (warns: boolean) =>
    (await listTodos(core.kernel, undefined, warns)).todos.some(({ kind }) => kind === 'single_owner');
  await core.database.sql`update admins set deactivated_at = now()`;
  await makeAdmin(core);
  await core.database.sql`update admins set role = 'owner'`;
  expect([await has(true), await has(false)]).toEqual([true, false]);
  await makeAdmin(core);
  await core.database.sql`update admins set role = 'owner'`;
  expect(await has(true)).toBe(false);
});
