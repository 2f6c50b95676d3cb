import type { Actor } from '@inaam/core/kernel/actor';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeAdmin } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueKey } from '../../people/keys/api-keys.ts';
import { requireCodeAllowance } from './code-read-allowance.ts';

/** Tests what counts towards the 24-hour allowance for reading voucher codes, and for how long. */

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore({ approvals: { when: 'always', codes: 5, codesPaise: 1000_00 } });
});
afterAll(() => core.close());

const insertEntry = (actor: Actor, action: string, codes: number, ago = '0 seconds', paise = 0) => core.database.sql`
  insert into audit_log (at, actor_kind, actor_id, actor_name, action, subject, after)
  values (now() - ${ago}::interval, ${actor.kind}, ${actor.id}, ${actor.name}, ${action}, 'vouchers',
    ${JSON.stringify({ codes, paise })}::text::jsonb)`;
const isAllowed = (actor: Actor, codes: number, paise = 0) =>
  requireCodeAllowance({ ...core.services, actor }, { codes, paise, list: 'vouchers' }).then(
    () => true,
    (error: { code: string }) => (error.code === 'WAITS_FOR_APPROVAL' ? false : Promise.reject(error)),
  );

test('allows a reading up to the allowance, but not beyond it', async () => {
  const actor = await makeAdmin(core);
  await insertEntry(actor, 'vouchers.read_codes', 2);
  await insertEntry(actor, 'vouchers.reveal', 1);
  expect(await isAllowed(actor, 3)).toBe(false);
  expect(await isAllowed(actor, 2)).toBe(true);
});

test('counts a reading for 24 hours, regardless of the calendar day', async () => {
  const actor = await makeAdmin(core);
  await insertEntry(actor, 'vouchers.read_codes', 5, '24 hours 1 second');
  expect(await isAllowed(actor, 5)).toBe(true);
  await insertEntry(actor, 'vouchers.read_codes', 1, '23 hours 50 minutes');
  expect([await isAllowed(actor, 4), await isAllowed(actor, 5)]).toEqual([true, false]);
});

test('counts a grant for 24 hours', async () => {
  const actor = await makeAdmin(core);
  await insertEntry(actor, 'vouchers.grant_code_reads', 10, '24 hours 1 second');
  expect(await isAllowed(actor, 6)).toBe(false);
  await insertEntry(actor, 'vouchers.grant_code_reads', 10, '23 hours 50 minutes');
  expect([await isAllowed(actor, 15), await isAllowed(actor, 16)]).toEqual([true, false]);
});

test('applies one limit to all readings of a person and of the keys that the person issued', async () => {
  const [issuer, other] = [await makeAdmin(core), await makeAdmin(core)];
  const name = `key of ${issuer.name}`;
  await issueKey(core.as(issuer), { name, scopes: ['vouchers:codes'] });
  const [key] = await core.database.sql<{ id: number }[]>`select id from api_keys where name = ${name}`;
  const service = { kind: 'service', id: key?.id ?? 0, name, ip: null } as const;
  await insertEntry(service, 'vouchers.read_codes', 3);
  await insertEntry(issuer, 'vouchers.reveal', 1);
  for (const actor of [issuer, service])
    expect([await isAllowed(actor, 1), await isAllowed(actor, 2)]).toEqual([true, false]);
  expect(await isAllowed(other, 5)).toBe(true);
});

test('counts neither the readings of other people nor imports', async () => {
  const [actor, other] = [await makeAdmin(core), await makeAdmin(core)];
  await insertEntry(other, 'vouchers.read_codes', 5);
  await insertEntry({ ...actor, kind: 'service' }, 'vouchers.read_codes', 5);
  await insertEntry(actor, 'vouchers.import', 5);
  expect([await isAllowed(actor, 5), await isAllowed(other, 1)]).toEqual([true, false]);
});

test('limits the value of the codes that are read, too', async () => {
  const actor = await makeAdmin(core);
  await insertEntry(actor, 'vouchers.read_codes', 1, '23 hours', 600_00);
  expect([await isAllowed(actor, 1, 400_00), await isAllowed(actor, 1, 400_01)]).toEqual([true, false]);
  await insertEntry(actor, 'vouchers.grant_code_reads', 1, '1 hour', 5_000_00);
  expect(await isAllowed(actor, 1, 5_400_00)).toBe(true);
});
