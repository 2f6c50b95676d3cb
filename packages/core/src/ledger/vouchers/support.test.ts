import { voucherListInput } from '@inaam/contracts/vouchers/vouchers';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser, type TestUser, userActor } from '@inaam/testing/factories/identity';
import { getVoucher, makeReadyToSpin, makeWinner, settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock, findVoucherIds } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCompletionTrace } from '../../insight/conversions/completion-trace.ts';
import { forecastStock } from '../../insight/stock/forecast.ts';
import { listVouchers } from '../../insight/stock/list.ts';
import { changeVouchers } from './bulk.ts';
import { dismissNotice, hasVoucherNotices, listVoucherNotices } from './notices.ts';
import { replaceVoucher } from './replace.ts';
import { resendVoucher } from './resend.ts';
import { deleteVoucher, markVoucherUsed, setVoucherStatus } from './status.ts';

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

/** Each test uses another amount, so that no other winner takes its stock. */
let lastAmount = 600;
const nextAmount = (): number => ++lastAmount;

async function makeWonVoucher(inStock: number) {
  const amount = nextAmount();
  const codes = await addStock(core, { amount, count: inStock });
  const { voucherId, ...rest } = await makeWinner(core, network, amount);
  return { ...rest, amount, codes, voucherId: voucherId ?? 0 };
}

const use = (user: TestUser, voucherId: number) =>
  markVoucherUsed(core.as({ ...userActor(user.id), name: user.email }), voucherId);
const resend = (voucherId: number, reason = 'says it is gone') =>
  resendVoucher(core.as(anyAdmin), { voucher_id: voucherId, reason });
const replace = (voucherId: number, reason = 'refused at the till') =>
  replaceVoucher(core.as(anyAdmin), { voucher_id: voucherId, reason });
/** Lists a user's notices, and checks that {@link hasVoucherNotices} agrees with the list. */
async function listNotices({ id }: TestUser) {
  const listed = await listVoucherNotices(core.services, id);
  expect(await hasVoucherNotices(core.services.kernel, id)).toBe(listed.notices.length + listed.ending.length > 0);
  return listed;
}
const notices = async (user: TestUser) => (await listNotices(user)).notices;
const getRow = async (id: number) => (await core.database.sql`select * from voucher_states where id = ${id}`)[0];
const getAuditEntries = (action: string, voucherId: number) =>
  core.database.sql`
    select actor_name, before, after, note from audit_entries
      where action = ${action} and subject = ${String(voucherId)} order by id`;

test('announces an unused voucher from two days before its last day', async () => {
  const { user, voucherId, amount } = await makeWonVoucher(1);
  const listEnding = async () => (await listNotices(user)).ending;
  expect(await listEnding()).toEqual([]);
  await core.database.sql`update vouchers set expiry_date = ist_day(now()) + 3 where id = ${voucherId}`;
  expect(await listEnding()).toEqual([]);
  await core.database.sql`update vouchers set expiry_date = ist_day(now()) + 2 where id = ${voucherId}`;
  expect(await listEnding()).toMatchObject([
    { voucher_id: voucherId, voucher_amount: amount, voucher_brand: 'Amazon' },
  ]);
  await use(user, voucherId);
  expect(await listEnding()).toEqual([]);
});

describe('resend', () => {
  test('notifies the winner again and audits the reason', async () => {
    const { user, voucherId, amount, codes } = await makeWonVoucher(1);
    expect(await notices(user)).toEqual([]);
    await resend(voucherId);
    expect(await notices(user)).toEqual([
      {
        voucher_id: voucherId,
        notice: 'resent',
        title: 'Morning habits survey',
        voucher_amount: amount,
        voucher_brand: 'Amazon',
        voucher_code: codes[0],
        voucher_pin: null,
        expiry_date: '2099-12-31',
      },
    ]);
    expect(await getAuditEntries('vouchers.resend', voucherId)).toMatchObject([
      { actor_name: 'tester', before: { status: 'assigned' }, after: { status: 'assigned' }, note: 'says it is gone' },
    ]);
    await dismissNotice(core.as(userActor(user.id)), voucherId);
    expect(await notices(user)).toEqual([]);
    await resend(voucherId);
    expect(await notices(user)).toMatchObject([{ notice: 'resent' }]);
  });

  test('makes a used voucher usable again', async () => {
    const { user, voucherId } = await makeWonVoucher(1);
    await use(user, voucherId);
    await resend(voucherId);
    expect(await getRow(voucherId)).toMatchObject({ status: 'assigned', used_at: null });
    expect(await getAuditEntries('vouchers.resend', voucherId)).toMatchObject([{ before: { status: 'used' } }]);
    await use(user, voucherId);
    expect(await getRow(voucherId)).toMatchObject({ status: 'used' });
    // Using a voucher also marks its notice as seen.
    expect(await notices(user)).toEqual([]);
  });

  test('does nothing more on a retry', async () => {
    const { user, voucherId } = await makeWonVoucher(1);
    const once = () =>
      core.database
        .sql`select problem from resend_voucher(${JSON.stringify(anyAdmin)}::jsonb, ${voucherId}, 'r', 'a-call')`;
    expect(await once()).toEqual([{ problem: null }]);
    await dismissNotice(core.as(userActor(user.id)), voucherId);
    expect(await once()).toEqual([{ problem: null }]);
    expect(await notices(user)).toEqual([]);
    expect(await getAuditEntries('vouchers.resend', voucherId)).toHaveLength(1);
  });

  test('refuses, like replace, a voucher that was not won or does not exist', async () => {
    const [code = ''] = await addStock(core, { amount: nextAmount(), count: 1 });
    const [id = 0] = await findVoucherIds(core, [code]);
    for (const act of [resend, replace]) {
      await expect(act(id)).rejects.toMatchObject({ code: 'VOUCHER_NOT_WON' });
      await expect(act(999_999)).rejects.toMatchObject({ code: 'VOUCHER_NOT_FOUND' });
    }
  });
});

describe('replace', () => {
  test.each(['assigned', 'used'])('withdraws the voucher and assigns a new one if the status is %s', async (status) => {
    const { user, voucherId, completionId, codes } = await makeWonVoucher(3);
    if (status === 'used') await use(user, voucherId);
    const now = await replace(voucherId);
    expect(now).not.toBe(voucherId);
    expect(await getVoucher(core, completionId)).toBe(now);
    expect(await getRow(now)).toMatchObject({
      status: 'assigned',
      code_end: codes[1]?.slice(-4),
      completion_id: completionId,
      notice: 'replaced',
    });
    expect(await getRow(voucherId)).toMatchObject({
      status: 'expired',
      code_end: codes[0]?.slice(-4),
      completion_id: null,
      assigned_at: null,
      used_at: null,
      withdrawn_from: completionId,
      withdrawn_reason: 'refused at the till',
      notice: null,
    });
    expect(await notices(user)).toMatchObject([{ voucher_id: now, notice: 'replaced', voucher_code: codes[1] }]);
    const written = await getAuditEntries('vouchers.replace', voucherId);
    expect(written).toMatchObject([
      {
        before: { status },
        after: { status: 'expired', replaced_by: now, completion_id: completionId },
        note: 'refused at the till',
      },
    ]);
    for (const code of codes) expect(JSON.stringify(written)).not.toContain(code);
    // The second voucher is faulty, too.
    const third = await replace(now);
    const { vouchers } = await getCompletionTrace(core.services, completionId);
    expect(vouchers.map((each) => each.voucher_id)).toEqual([third, now, voucherId]);
    expect(vouchers.map((each) => each.withdrawn_reason)).toEqual([null, 'refused at the till', 'refused at the till']);
  });

  test('returns the same replacement on a retry', async () => {
    const { voucherId, amount } = await makeWonVoucher(3);
    const now = await replace(voucherId);
    expect(await replace(voucherId)).toBe(now);
    expect(await getAuditEntries('vouchers.replace', voucherId)).toHaveLength(1);
    expect(await forecastStock(core.kernel)).toContainEqual(expect.objectContaining({ amount, available: 1, owed: 0 }));
  });

  test('replaces a voucher only once for many concurrent admins', async () => {
    const { voucherId, completionId, amount } = await makeWonVoucher(10);
    const answers = await Promise.all(Array.from({ length: 12 }, () => replace(voucherId)));
    expect(new Set(answers)).toEqual(new Set([await getVoucher(core, completionId)]));
    expect(await getAuditEntries('vouchers.replace', voucherId)).toHaveLength(1);
    expect(await forecastStock(core.kernel)).toContainEqual(expect.objectContaining({ amount, available: 8 }));
  });

  test('changes nothing if no voucher is in stock', async () => {
    const { user, voucherId, completionId } = await makeWonVoucher(1);
    await resend(voucherId);
    const before = await getRow(voucherId);
    await expect(replace(voucherId)).rejects.toMatchObject({
      code: 'VOUCHER_OUT_OF_STOCK',
      message: 'No voucher of this amount is in stock',
    });
    expect(await getRow(voucherId)).toEqual(before);
    expect(await getVoucher(core, completionId)).toBe(voucherId);
    expect(await notices(user)).toMatchObject([{ notice: 'resent' }]);
    expect(await getAuditEntries('vouchers.replace', voucherId)).toEqual([]);
  });

  test('gives the last voucher either to a concurrent spin or to the replacement', async () => {
    for (let round = 0; round < 15; round++) {
      const { voucherId, completionId, amount } = await makeWonVoucher(2);
      const other = await makeReadyToSpin(core, network, amount);
      // The spin starts first in every other round.
      const early = round % 2 === 0 ? settleWithRoll(core, other.completionId) : undefined;
      const replacing = replace(voucherId);
      const [replaced] = await Promise.allSettled([replacing, early ?? settleWithRoll(core, other.completionId)]);
      const othersVoucher = await getVoucher(core, other.completionId);
      const [spun] = await core.database
        .sql`select outcome from spin_states where completion_id = ${other.completionId}`;
      if (replaced.status === 'fulfilled') {
        expect([othersVoucher, spun?.['outcome']]).toEqual([null, 'owed']);
        expect(await getVoucher(core, completionId)).toBe(replaced.value);
      } else {
        expect(replaced.reason).toMatchObject({ code: 'VOUCHER_OUT_OF_STOCK' });
        expect(spun?.['outcome']).toBe('won');
        expect(await getVoucher(core, completionId)).toBe(voucherId);
      }
      const [left] = await core.database.sql`
        select count(*) from voucher_states where amount_paise = ${amount * 100} and status = 'available'`;
      expect(left).toEqual({ count: 0 });
    }
  });

  test('gives the winner a new voucher even if the winner marks the old one as used at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const { user, voucherId, completionId } = await makeWonVoucher(2);
      const [replaced] = await Promise.allSettled([replace(voucherId), use(user, voucherId)]);
      expect(replaced).toMatchObject({ status: 'fulfilled' });
      expect(await getRow((await getVoucher(core, completionId)) ?? 0)).toMatchObject({
        status: 'assigned',
        notice: 'replaced',
      });
    }
  });
});

test('never reassigns a withdrawn voucher', async () => {
  const { voucherId, codes, amount } = await makeWonVoucher(2);
  await replace(voucherId);
  const refused = { code: 'VOUCHER_MOVE_NOT_ALLOWED' };
  await expect(
    setVoucherStatus(core.as(anyAdmin), { voucher_id: voucherId, status: 'available' }),
  ).rejects.toMatchObject(refused);
  await expect(deleteVoucher(core.as(anyAdmin), voucherId)).rejects.toMatchObject(refused);
  await expect(resend(voucherId)).rejects.toMatchObject({ code: 'VOUCHER_NOT_WON' });
  for (const action of ['reactivate', 'delete'] as const)
    expect(await changeVouchers(core.as(anyAdmin), { voucher_ids: [voucherId], action })).toMatchObject({
      done: 0,
      refused: [{ voucher_id: voucherId }],
    });
  const { vouchers } = await listVouchers(core.services, voucherListInput.parse({ search: codes[0] }));
  expect(vouchers).toMatchObject([{ status: 'expired', assigned_to_email: null, assigned_at: null }]);
  // The next winner of the amount gets no voucher yet: the win is owed.
  const next = await makeWinner(core, network, amount);
  expect(next.voucherId).toBeNull();
});

test('keeps the users’ figures equal to a recount after a replacement', async () => {
  const figures = () => core.database.sql`
    select user_id, completions, spins, vouchers_won, voucher_value_paise, revenue_paise from user_stats_now()
      order by user_id`;
  const { voucherId } = await makeWonVoucher(2);
  await replace(voucherId);
  const before = await figures();
  await core.database.sql`select recount()`;
  expect(await figures()).toEqual(before);
});

describe('a notice', () => {
  test('can be read and dismissed only by the winner of the voucher', async () => {
    const { user, voucherId } = await makeWonVoucher(1);
    const other = await makeUser(core);
    await resend(voucherId);
    expect(await notices(other)).toEqual([]);
    const missing = { code: 'VOUCHER_NOT_FOUND' };
    await expect(dismissNotice(core.as(userActor(other.id)), voucherId)).rejects.toMatchObject(missing);
    await expect(dismissNotice(core.as(userActor(user.id)), 999_999)).rejects.toMatchObject(missing);
    expect(await notices(user)).toHaveLength(1);
  });

  test('can be dismissed twice, and also after a replacement', async () => {
    const { user, voucherId } = await makeWonVoucher(2);
    await resend(voucherId);
    const now = await replace(voucherId);
    await dismissNotice(core.as(userActor(user.id)), voucherId);
    expect(await notices(user)).toMatchObject([{ voucher_id: now }]);
    await dismissNotice(core.as(userActor(user.id)), now);
    await dismissNotice(core.as(userActor(user.id)), now);
    expect(await notices(user)).toEqual([]);
  });
});
