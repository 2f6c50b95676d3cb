import { stock } from '@inaam/testing/factories/vouchers';
import { describe, expect, test } from 'vitest';
import {
  ACCEPTED,
  CHECK,
  FOREIGN_KEY,
  LOSING_ROLL,
  prepareConstraints,
  refusedBy,
  UNIQUE,
  WINNING_ROLL,
} from '../testing/constraints.ts';

const { core, nextAmount, ready, refusal, settled, voucher } = prepareConstraints();

describe('vouchers', () => {
  test('one voucher is not given to two spins', async () => {
    const { id } = await voucher('assigned');
    const { completionId } = await settled(WINNING_ROLL);
    expect(await refusal(`update vouchers set completion_id = ${completionId} where id = ${id}`)).toEqual(
      refusedBy(CHECK),
    );
  });

  test('one spin does not get two vouchers', async () => {
    const { completionId } = await settled(WINNING_ROLL, 1);
    const { id } = await voucher('available');
    const give = `
      update vouchers set status = 'assigned', assigned_at = now(), completion_id = ${completionId} where id = ${id}`;
    expect(await refusal(give)).toEqual(refusedBy(UNIQUE, 'vouchers_completion_id_key'));
  });

  test('a code is in stock once', async () => {
    const [code] = await stock(core(), { amount: nextAmount(), count: 1 });
    const insert = `insert into vouchers (code, type, brand, amount_paise, expiry_date)
      values ('${code}', 'amazon', 'Amazon', 100, '2099-01-01')`;
    expect(await refusal(insert)).toEqual(refusedBy(UNIQUE, 'vouchers_code_key'));
  });

  test('a winner who is not there, or a status without its winner, is refused', async () => {
    const { id } = await voucher('available');
    const give = (rest: string) => refusal(`update vouchers set ${rest} where id = ${id}`);
    expect(await give(`status = 'assigned', assigned_at = now(), completion_id = 999999999`)).toEqual(
      refusedBy(FOREIGN_KEY, 'vouchers_completion_id_spins_completion_id_fk'),
    );
    expect(await give(`status = 'assigned'`)).toEqual(refusedBy(CHECK, 'vouchers_winner'));
    const { completionId } = await settled(LOSING_ROLL);
    expect(await give(`completion_id = ${completionId}, assigned_at = now()`)).toEqual(
      refusedBy(CHECK, 'vouchers_winner'),
    );
    expect(await give(`status = 'assigned', completion_id = ${completionId}`)).toEqual(
      refusedBy(CHECK, 'vouchers_winner'),
    );
  });

  const statuses = ['available', 'assigned', 'used', 'expired'] as const;
  const allowed = ['available→assigned', 'available→expired', 'expired→available', 'assigned→used'];
  const pairs = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));

  test.each(pairs)('the status goes from %s to %s', async (from, to) => {
    const { id } = await voucher(from);
    // Everything that belongs to the new status is right, so that only the change of the status is judged.
    const won = to === 'assigned' || to === 'used';
    const had = from === 'assigned' || from === 'used';
    const winner =
      won && !had ? `, assigned_at = now(), completion_id = ${(await settled(WINNING_ROLL)).completionId}` : '';
    const noWinner = !won && had ? ', assigned_at = null, completion_id = null' : '';
    const used = to === 'used' ? ', used_at = now()' : ', used_at = null';
    const refused = await refusal(`update vouchers set status = '${to}'${winner}${noWinner}${used} where id = ${id}`);
    const may = from === to || allowed.includes(`${from}→${to}`);
    expect(refused.code).toBe(may ? ACCEPTED : CHECK);
    const [row] = await core().database.sql<{ status: string }[]>`select status from vouchers where id = ${id}`;
    expect(row?.status).toBe(may ? to : from);
  });

  test.each(['assigned', 'used', 'expired'])('none is inserted as %s', async (status) => {
    const { completionId } = await settled(LOSING_ROLL);
    const won =
      status === 'expired' ? 'null, null, null' : `${completionId}, now(), ${status === 'used' ? 'now()' : 'null'}`;
    const insert = `
      insert into vouchers (code, type, brand, amount_paise, expiry_date, status, completion_id, assigned_at, used_at)
      values ('as-${status}', 'amazon', 'Amazon', 100, '2099-01-01', '${status}', ${won})`;
    expect(await refusal(insert)).toEqual(refusedBy(CHECK));
  });

  test('one that was won is not deleted, and keeps its code, its amount and its winner', async () => {
    for (const status of ['assigned', 'used'] as const) {
      const { id } = await voucher(status);
      expect(await refusal(`delete from vouchers where id = ${id}`)).toEqual(refusedBy(CHECK));
      for (const change of [`code = 'other'`, 'amount_paise = 1', 'completion_id = null, assigned_at = null']) {
        expect((await refusal(`update vouchers set ${change} where id = ${id}`)).code).toBe(CHECK);
      }
    }
  });

  test('an amount is more than nothing; types and statuses are the known ones', async () => {
    const insert = (type: string, amount: number) =>
      refusal(`insert into vouchers (code, type, brand, amount_paise, expiry_date)
        values ('amount-${type}${amount}', '${type}', 'Amazon', ${amount}, '2099-01-01')`);
    expect(await insert('amazon', 0)).toEqual(refusedBy(CHECK, 'vouchers_amount'));
    expect(await insert('amazon', -100)).toEqual(refusedBy(CHECK, 'vouchers_amount'));
    expect(await insert('gold', 100)).toEqual(refusedBy(CHECK, 'vouchers_type'));
  });
});

test('they are not truncated', async () => {
  expect((await refusal('truncate vouchers')).code).toBe(CHECK);
});

/** What support may do with a voucher that was won, and nothing else, whatever statement asks. */

const withdraw = (id: number, from: number, more = '') => `
  update vouchers set status = 'expired', completion_id = null, assigned_at = null, used_at = null,
    withdrawn_at = now(), withdrawn_from = ${from}, withdrawn_reason = 'r'${more} where id = ${id}`;

/** The SQLSTATE that refuses a statement. */
const verdict = async (statement: string) => (await refusal(statement)).code;

describe('back from used to assigned', () => {
  const back = (id: number, notice: string) =>
    `update vouchers set status = 'assigned', used_at = null${notice} where id = ${id}`;
  test.each([
    ['with a new notice that it was resent', `, notice = 'resent', notice_at = now()`, ACCEPTED],
    ['without a notice', '', CHECK],
    ['with another notice', `, notice = 'replaced', notice_at = now()`, CHECK],
    ['with an old notice', `, notice = 'resent', notice_at = now() - interval '1 second'`, CHECK],
    ['with a notice that was seen', `, notice = 'resent', notice_at = now(), notice_seen_at = now()`, CHECK],
  ])('%s', async (_what, notice, expected) => {
    const { id } = await voucher('used');
    expect(await verdict(back(id, notice))).toBe(expected);
  });

  test('a notice that is left from before is not a new one', async () => {
    const { id } = await voucher('assigned');
    await core().database.sql`update vouchers set notice = 'resent', notice_at = now() where id = ${id}`;
    await core().database.sql`update vouchers set status = 'used', used_at = now() where id = ${id}`;
    expect(await verdict(back(id, ''))).toBe(CHECK);
  });
});

describe('withdrawn from its winner', () => {
  test.each(['assigned', 'used'] as const)('an %s one, with all that belongs to it', async (status) => {
    const { id, completionId } = await voucher(status);
    expect(await verdict(withdraw(id, completionId))).toBe(ACCEPTED);
  });

  test('as another winner’s, under another code or of another amount it is refused', async () => {
    const { id, completionId } = await voucher('assigned');
    const other = await voucher('assigned');
    expect(await verdict(withdraw(id, other.completionId))).toBe(CHECK);
    expect(await verdict(withdraw(id, completionId, `, code = 'ANOTHER'`))).toBe(CHECK);
    expect(await verdict(withdraw(id, completionId, ', amount_paise = amount_paise + 1'))).toBe(CHECK);
    const kept = `
      update vouchers set withdrawn_at = now(), withdrawn_from = completion_id, withdrawn_reason = 'r'
      where id = ${id}`;
    expect(await verdict(kept)).toBe(CHECK);
    const silent = `update vouchers set status = 'expired', completion_id = null, assigned_at = null where id = ${id}`;
    expect(await verdict(silent)).toBe(CHECK);
  });

  test('is not for one that nobody won', async () => {
    const { id } = await voucher('available');
    const { completionId } = await ready();
    expect(await verdict(withdraw(id, completionId))).toBe(CHECK);
  });
});

test.each([
  [
    'made available',
    `update vouchers set status = 'available', withdrawn_at = null, withdrawn_from = null, withdrawn_reason = null`,
  ],
  ['made available as it is', `update vouchers set status = 'available'`],
  [
    'stripped of its withdrawal',
    'update vouchers set withdrawn_at = null, withdrawn_from = null, withdrawn_reason = null',
  ],
  ['given another reason', `update vouchers set withdrawn_reason = 'another'`],
  ['given another code', `update vouchers set code = 'ANOTHER'`],
  ['announced to a winner', `update vouchers set notice = 'resent', notice_at = now()`],
  ['deleted', 'delete from vouchers'],
])('a withdrawn one cannot be %s', async (_what, statement) => {
  const { id, completionId } = await voucher('assigned');
  expect(await verdict(withdraw(id, completionId))).toBe(ACCEPTED);
  expect(await verdict(`${statement} where id = ${id}`)).toBe(CHECK);
});

test('a notice without a winner is refused', async () => {
  const [code = ''] = await stock(core(), { amount: nextAmount(), count: 1 });
  expect(await verdict(`update vouchers set notice = 'resent', notice_at = now() where code = '${code}'`)).toBe(CHECK);
});
