import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { readyToSpin, winner } from '@inaam/testing/factories/spins';
import { stock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** What support may do with a voucher that was won, and nothing beside it, whatever statement asks. */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

const CHECK = '23514';
const ALLOWED = 'allowed';

/** Runs a statement as a program gone wrong might. @returns the SQLSTATE that refused it */
async function verdict(statement: string): Promise<string> {
  try {
    await core.database.sql.unsafe(statement);
    return ALLOWED;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

let last = 1500;

async function won(status: 'assigned' | 'used' | 'withdrawn' = 'assigned') {
  const amount = ++last;
  await stock(core, { amount, count: 1 });
  const { voucherId, completionId } = await winner(core, network, amount);
  const id = voucherId ?? 0;
  if (status === 'used') await core.database.sql`update vouchers set status = 'used', used_at = now() where id = ${id}`;
  if (status === 'withdrawn') await core.database.sql.unsafe(withdraw(id, completionId));
  return { id, completionId, amount };
}

const withdraw = (id: number, from: number, more = '') => `
  update vouchers set status = 'expired', completion_id = null, assigned_at = null, used_at = null, withdrawn_at = now(),
    withdrawn_from = ${from}, withdrawn_reason = 'r'${more} where id = ${id}`;

describe('back from used to assigned', () => {
  const back = (id: number, notice: string) =>
    `update vouchers set status = 'assigned', used_at = null${notice} where id = ${id}`;
  test.each([
    ['with a fresh notice that it was resent', `, notice = 'resent', notice_at = now()`, ALLOWED],
    ['without a word', '', CHECK],
    ['with another notice', `, notice = 'replaced', notice_at = now()`, CHECK],
    ['with an old notice', `, notice = 'resent', notice_at = now() - interval '1 second'`, CHECK],
    ['with a notice that was seen', `, notice = 'resent', notice_at = now(), notice_seen_at = now()`, CHECK],
  ])('%s', async (_what, notice, expected) => {
    const { id } = await won('used');
    expect(await verdict(back(id, notice))).toBe(expected);
  });

  test('a notice that is left from before is not a fresh one', async () => {
    const { id } = await won();
    await core.database.sql`update vouchers set notice = 'resent', notice_at = now() where id = ${id}`;
    await core.database.sql`update vouchers set status = 'used', used_at = now() where id = ${id}`;
    expect(await verdict(back(id, ''))).toBe(CHECK);
  });
});

describe('taken back from its winner', () => {
  test.each(['assigned', 'used'] as const)('an %s one, with all that belongs to it', async (status) => {
    const { id, completionId } = await won(status);
    expect(await verdict(withdraw(id, completionId))).toBe(ALLOWED);
  });

  test('as another winner’s, under another code or of another amount it is refused', async () => {
    const { id, completionId } = await won();
    const other = await won();
    expect(await verdict(withdraw(id, other.completionId))).toBe(CHECK);
    expect(await verdict(withdraw(id, completionId, `, code = 'ANOTHER'`))).toBe(CHECK);
    expect(await verdict(withdraw(id, completionId, ', amount_paise = amount_paise + 1'))).toBe(CHECK);
    const kept = `update vouchers set withdrawn_at = now(), withdrawn_from = completion_id, withdrawn_reason = 'r' where id = ${id}`;
    expect(await verdict(kept)).toBe(CHECK);
    const silent = `update vouchers set status = 'expired', completion_id = null, assigned_at = null where id = ${id}`;
    expect(await verdict(silent)).toBe(CHECK);
  });

  test('is not for one that nobody won', async () => {
    const amount = ++last;
    const [code = ''] = await stock(core, { amount, count: 1 });
    const [row] = await core.database.sql<{ id: number }[]>`select id from vouchers where code = ${code}`;
    const { completionId } = await readyToSpin(core, network, amount);
    expect(await verdict(withdraw(row?.id ?? 0, completionId))).toBe(CHECK);
  });
});

test.each([
  [
    'made available',
    `update vouchers set status = 'available', withdrawn_at = null, withdrawn_from = null, withdrawn_reason = null`,
  ],
  ['made available as it is', `update vouchers set status = 'available'`],
  ['forgotten to be so', 'update vouchers set withdrawn_at = null, withdrawn_from = null, withdrawn_reason = null'],
  ['explained otherwise', `update vouchers set withdrawn_reason = 'another'`],
  ['given another code', `update vouchers set code = 'ANOTHER'`],
  ['told of', `update vouchers set notice = 'resent', notice_at = now()`],
  ['deleted', 'delete from vouchers'],
])('what was taken back cannot be %s', async (_what, statement) => {
  const { id } = await won('withdrawn');
  expect(await verdict(`${statement} where id = ${id}`)).toBe(CHECK);
});

test('a notice without a winner is refused', async () => {
  const [code = ''] = await stock(core, { amount: ++last, count: 1 });
  expect(await verdict(`update vouchers set notice = 'resent', notice_at = now() where code = '${code}'`)).toBe(CHECK);
});
