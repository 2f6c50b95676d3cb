import type { Actor } from '@inaam/core/kernel/actor';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeAdmin } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireCodeAllowance } from './code-read-allowance.ts';

/** How many codes one caller reads in 24 hours: what counts towards it, and from when. */

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore({ approvals: { when: 'always', codes: 5 } });
});
afterAll(() => core.close());

const entry = (actor: Actor, action: string, codes: number, ago = '0 seconds') => core.database.sql`
  insert into audit_log (at, actor_kind, actor_id, actor_name, action, subject, after)
  values (now() - ${ago}::interval, ${actor.kind}, ${actor.id}, ${actor.name}, ${action}, 'vouchers',
    ${JSON.stringify({ codes })}::text::jsonb)`;
const may = (actor: Actor, codes: number) =>
  requireCodeAllowance({ ...core.services, actor }, { codes, list: 'vouchers' }).then(
    () => true,
    (error: { code: string }) => (error.code === 'WAITS_FOR_APPROVAL' ? false : Promise.reject(error)),
  );

test('up to the allowance, and not one more', async () => {
  const actor = await makeAdmin(core);
  await entry(actor, 'vouchers.read_codes', 2);
  await entry(actor, 'vouchers.reveal', 1);
  expect(await may(actor, 3)).toBe(false);
  expect(await may(actor, 2)).toBe(true);
});

test('a reading counts for 24 hours from when it was, whatever the day', async () => {
  const actor = await makeAdmin(core);
  await entry(actor, 'vouchers.read_codes', 5, '24 hours 1 second');
  expect(await may(actor, 5)).toBe(true);
  await entry(actor, 'vouchers.read_codes', 1, '23 hours 50 minutes');
  expect([await may(actor, 4), await may(actor, 5)]).toEqual([true, false]);
});

test('a grant counts for 24 hours, too', async () => {
  const actor = await makeAdmin(core);
  await entry(actor, 'vouchers.grant_code_reads', 10, '24 hours 1 second');
  expect(await may(actor, 6)).toBe(false);
  await entry(actor, 'vouchers.grant_code_reads', 10, '23 hours 50 minutes');
  expect([await may(actor, 15), await may(actor, 16)]).toEqual([true, false]);
});

test('other callers’ readings count for them, those of a service with the same number, too, and imports for none', async () => {
  const [actor, other] = [await makeAdmin(core), await makeAdmin(core)];
  await entry(other, 'vouchers.read_codes', 5);
  await entry({ ...actor, kind: 'service' }, 'vouchers.read_codes', 5);
  await entry(actor, 'vouchers.import', 5);
  expect([await may(actor, 5), await may(other, 1)]).toEqual([true, false]);
});
