import { addStock, findVoucherIds } from '@inaam/testing/factories/vouchers';
import { describe, expect, test } from 'vitest';
import {
  ACCEPTED,
  CHECK,
  FOREIGN_KEY,
  prepareConstraints,
  refusedBy,
  UNIQUE,
  WINNING_ROLL,
} from '../testing/constraints.ts';

const { attempt, core, makeReadyCompletion, makeSettledCompletion, makeVoucher, nextAmount } = prepareConstraints();

/** The SQLSTATE that rejects a statement. */
const getSqlState = async (statement: string) => (await attempt(statement)).code;

describe('an award', () => {
  /** Awards a voucher, with its own amount by default. */
  const insertAward = (voucherId: number, completionId: number, { number = 1, amount = 'amount_paise' } = {}) =>
    attempt(`
      insert into voucher_awards (voucher_id, completion_id, award_number, amount_paise)
      select id, ${completionId}, ${number}, ${amount} from vouchers where id = ${voucherId}`);

  test('is unique per voucher', async () => {
    const { id } = await makeVoucher('assigned');
    const { completionId } = await makeSettledCompletion(WINNING_ROLL);
    expect(await insertAward(id, completionId)).toEqual(refusedBy(UNIQUE, 'voucher_awards_pkey'));
  });

  test('has a unique number within its completion', async () => {
    const { completionId } = await makeVoucher('assigned');
    const { id } = await makeVoucher('available');
    expect(await insertAward(id, completionId)).toEqual(refusedBy(UNIQUE, 'voucher_awards_number_key'));
    expect(await insertAward(id, completionId, { number: 0 })).toEqual(refusedBy(CHECK, 'positive_smallint_check'));
  });

  test('needs an existing voucher and the voucher’s amount', async () => {
    const { id } = await makeVoucher('available');
    const { completionId } = await makeSettledCompletion(WINNING_ROLL);
    expect(await insertAward(id, completionId, { amount: 'amount_paise + 100' })).toEqual(
      refusedBy(FOREIGN_KEY, 'voucher_awards_voucher_fk'),
    );
    const insert = `
      insert into voucher_awards (voucher_id, completion_id, amount_paise) values (999999999, ${completionId}, 100)`;
    expect(await attempt(insert)).toEqual(refusedBy(FOREIGN_KEY, 'voucher_awards_voucher_fk'));
  });

  test('needs a spin', async () => {
    const { id } = await makeVoucher('available');
    const { completionId } = await makeReadyCompletion();
    expect(await insertAward(id, completionId)).toEqual(
      refusedBy(FOREIGN_KEY, 'voucher_awards_completion_id_spins_completion_id_fk'),
    );
  });

  test.each([
    'update voucher_awards set completion_id = completion_id + 1',
    'update voucher_awards set voucher_id = voucher_id + 1',
    'update voucher_awards set award_number = 2',
    'update voucher_awards set amount_paise = 1',
    `update voucher_awards set awarded_at = now() - interval '1 day'`,
    'delete from voucher_awards',
  ])('rejects %s', async (change) => {
    const { id } = await makeVoucher('assigned');
    expect(await attempt(`${change} where voucher_id = ${id}`)).toEqual(refusedBy(CHECK));
  });
});

describe('the stock', () => {
  test('contains each voucher once, with the voucher’s amount', async () => {
    const { id } = await makeVoucher('available');
    const add = (amount: string) =>
      attempt(`
        insert into free_vouchers (amount_paise, expiry_date, voucher_id)
        select ${amount}, '2099-01-01', id from vouchers where id = ${id}`);
    expect(await add('amount_paise')).toEqual(refusedBy(UNIQUE, 'free_vouchers_voucher_key'));
    await core().database.sql`delete from free_vouchers where voucher_id = ${id}`;
    expect(await add('amount_paise + 100')).toEqual(refusedBy(FOREIGN_KEY, 'free_vouchers_voucher_fk'));
    expect((await add('amount_paise')).code).toBe(ACCEPTED);
  });

  test('prevents the deletion of a voucher in stock', async () => {
    const { id } = await makeVoucher('available');
    expect(await attempt(`delete from vouchers where id = ${id}`)).toEqual(
      refusedBy(FOREIGN_KEY, 'free_vouchers_voucher_fk'),
    );
  });
});

describe('vouchers', () => {
  test('have unique codes', async () => {
    const [code] = await addStock(core(), { amount: nextAmount(), count: 1 });
    const [id = 0] = await findVoucherIds(core(), [code ?? '']);
    const insert = `insert into vouchers (code, code_hash, type, brand, amount_paise, expiry_date)
      select 'sealed:v1:anew', code_hash, type, brand, 100, expiry_date from vouchers where id = ${id}`;
    expect(await attempt(insert)).toEqual(refusedBy(UNIQUE, 'vouchers_code_key'));
  });

  /** The values of `expired_at` and `used_at` in each status. */
  const ends = { available: 'null, null', assigned: 'null, null', used: 'null, now()', expired: 'now(), null' };
  const statuses = ['available', 'assigned', 'used', 'expired'] as const;
  const allowed = ['available→expired', 'expired→available', 'assigned→used'];
  const pairs = statuses
    .flatMap((from) => statuses.map((to) => [from, to] as const))
    // A voucher becomes `assigned` only when its award is inserted, and awards are never deleted.
    .filter(([from, to]) => !(['available', 'expired'].includes(from) && to === 'assigned'))
    .filter(([from, to]) => !(from === 'assigned' && to === 'available'));

  test.each(pairs)('can only expire, be reactivated, or be used after a win: %s to %s', async (from, to) => {
    const { id } = await makeVoucher(from);
    const set = `update vouchers set (expired_at, used_at) = row(${ends[to]}) where id = ${id}`;
    // A used voucher changes only with a notice to its winner, see below.
    const isAllowed = from === to || allowed.includes(`${from}→${to}`);
    expect(await getSqlState(set)).toBe(isAllowed ? ACCEPTED : CHECK);
    const [row] = await core().database.sql<{ status: string }[]>`select status from voucher_states where id = ${id}`;
    expect(row?.status).toBe(isAllowed ? to : from);
  });

  test('have at most one final status', async () => {
    const insert = (columns: string, values: string) =>
      attempt(`insert into vouchers (code, code_hash, type, brand, amount_paise, expiry_date, ${columns})
        values ('sealed:v1:ends', 'ends', 'amazon', 'Amazon', 100, '2099-01-01', ${values})`);
    const oneEndRefusal = refusedBy(CHECK, 'vouchers_one_end');
    expect(await insert('expired_at, used_at', 'now(), now()')).toEqual(oneEndRefusal);
    expect(await insert('expired_at, withdrawn_at, withdrawn_reason', `now(), now(), 'r'`)).toEqual(oneEndRefusal);
    expect(await insert('used_at, withdrawn_at, withdrawn_reason', `now(), now(), 'r'`)).toEqual(oneEndRefusal);
  });

  test('reject deletion, expiry and a new code or amount after a win', async () => {
    for (const status of ['assigned', 'used'] as const) {
      const { id } = await makeVoucher(status);
      expect(await attempt(`delete from vouchers where id = ${id}`)).toEqual(refusedBy(CHECK));
      for (const change of [
        `code = 'other'`,
        `code = 'sealed:v1:other', code_hash = '\\x01'`,
        'code_hash = null',
        'amount_paise = 1',
        'expired_at = now(), used_at = null',
      ]) {
        expect(await attempt(`update vouchers set ${change} where id = ${id}`)).toEqual(refusedBy(CHECK));
      }
    }
  });

  test('reject use, withdrawal and a notice without a win', async () => {
    for (const status of ['available', 'expired'] as const) {
      const { id } = await makeVoucher(status);
      for (const change of [
        'used_at = now(), expired_at = null',
        `withdrawn_at = now(), withdrawn_reason = 'r', expired_at = null`,
        `notice = 'resent', notice_at = now(), expired_at = null`,
      ])
        expect(await attempt(`update vouchers set ${change} where id = ${id}`)).toEqual(refusedBy(CHECK));
    }
  });

  test('reject an amount of 0 or less and an unknown type', async () => {
    const insert = (type: string, amount: number) =>
      attempt(`insert into vouchers (code, code_hash, type, brand, amount_paise, expiry_date)
        values ('sealed:v1:amount', 'amount', '${type}', 'Amazon', ${amount}, '2099-01-01')`);
    expect(await insert('amazon', 0)).toEqual(refusedBy(CHECK, 'vouchers_amount'));
    expect(await insert('amazon', -100)).toEqual(refusedBy(CHECK, 'vouchers_amount'));
    expect(await insert('gold', 100)).toEqual(refusedBy(CHECK, 'vouchers_type'));
  });
});

test.each(['vouchers', 'voucher_awards'])('rejects a truncate of %s', async (table) => {
  expect(await getSqlState(`truncate ${table} cascade`)).toBe(CHECK);
});

// The rest tests the changes of a won voucher that support makes: undoing its use, and withdrawing it.

const withdraw = (id: number, more = '') => `
  update vouchers set used_at = null, withdrawn_at = now(), withdrawn_reason = 'r'${more} where id = ${id}`;

describe('the change from used to assigned', () => {
  const buildChange = (id: number, notice: string) => `update vouchers set used_at = null${notice} where id = ${id}`;
  test.each([
    ["is allowed with a new notice 'resent'", `, notice = 'resent', notice_at = now()`, ACCEPTED],
    ['is rejected without a notice', '', CHECK],
    ['is rejected with another notice', `, notice = 'replaced', notice_at = now()`, CHECK],
    ['is rejected with an old notice', `, notice = 'resent', notice_at = now() - interval '1 second'`, CHECK],
    ['is rejected with a seen notice', `, notice = 'resent', notice_at = now(), notice_seen_at = now()`, CHECK],
  ])('%s', async (_what, notice, expected) => {
    const { id } = await makeVoucher('used');
    expect(await getSqlState(buildChange(id, notice))).toBe(expected);
  });

  test('is rejected with a notice that is older than the use', async () => {
    const { id } = await makeVoucher('assigned');
    await core().database.sql`update vouchers set notice = 'resent', notice_at = now() where id = ${id}`;
    await core().database.sql`update vouchers set used_at = now() where id = ${id}`;
    expect(await getSqlState(buildChange(id, ''))).toBe(CHECK);
  });
});

describe('a withdrawal from the winner', () => {
  test.each(['assigned', 'used'] as const)('withdraws a voucher with the status %s', async (status) => {
    const { id, completionId } = await makeVoucher(status);
    expect(await getSqlState(withdraw(id))).toBe(ACCEPTED);
    const [row] = await core().database.sql`
      select status, completion_id, withdrawn_from from voucher_states where id = ${id}`;
    expect(row).toEqual({ status: 'expired', completion_id: null, withdrawn_from: completionId });
  });

  test('rejects another code, another amount or a missing reason', async () => {
    const { id } = await makeVoucher('assigned');
    expect(await getSqlState(withdraw(id, `, code = 'ANOTHER'`))).toBe(CHECK);
    expect(await getSqlState(withdraw(id, ', amount_paise = amount_paise + 1'))).toBe(CHECK);
    expect(await attempt(`update vouchers set withdrawn_at = now() where id = ${id}`)).toEqual(
      refusedBy(CHECK, 'vouchers_withdrawn'),
    );
    expect(await attempt(`update vouchers set withdrawn_reason = 'r' where id = ${id}`)).toEqual(
      refusedBy(CHECK, 'vouchers_withdrawn'),
    );
  });

  test('rejects a voucher that was not won', async () => {
    const { id } = await makeVoucher('available');
    expect(await getSqlState(withdraw(id))).toBe(CHECK);
  });
});

test.each([
  ['returned to its winner', 'update vouchers set withdrawn_at = null, withdrawn_reason = null'],
  ['marked as used', 'update vouchers set withdrawn_at = null, withdrawn_reason = null, used_at = now()'],
  ['made expired', 'update vouchers set withdrawn_at = null, withdrawn_reason = null, expired_at = now()'],
  ['given another reason', `update vouchers set withdrawn_reason = 'another'`],
  ['given another code', `update vouchers set code = 'ANOTHER'`],
  ['given a notice', `update vouchers set notice = 'resent', notice_at = now()`],
  ['deleted', 'delete from vouchers'],
])('keeps a withdrawn voucher from being %s', async (_what, statement) => {
  const { id } = await makeVoucher('assigned');
  expect(await getSqlState(withdraw(id))).toBe(ACCEPTED);
  expect(await getSqlState(`${statement} where id = ${id}`)).toBe(CHECK);
});

test.each([
  ['of an unknown kind', `notice = 'lost', notice_at = now()`],
  ['without its time', `notice = 'resent'`],
  ['that was seen but does not exist', 'notice_seen_at = now()'],
])('rejects a notice %s', async (_what, change) => {
  const { id } = await makeVoucher('assigned');
  expect(await attempt(`update vouchers set ${change} where id = ${id}`)).toEqual(refusedBy(CHECK, 'vouchers_notice'));
});
