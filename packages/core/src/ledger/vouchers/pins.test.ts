import { offerClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { conversionListInput } from '@inaam/contracts/completions/conversions';
import { type VoucherCreate, voucherListInput } from '@inaam/contracts/vouchers/vouchers';
import { createTestCore, SECRETS_KEY, type TestCore } from '@inaam/testing/core';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, userActor } from '@inaam/testing/factories/identity';
import { makeWinner } from '@inaam/testing/factories/spins';
import { findVoucherIds, plainCodes } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listConversions } from '../../insight/conversions/list-conversions.ts';
import { getUserStats } from '../../insight/figures/user-stats.ts';
import { listOfferClicks } from '../../insight/offer-clicks/list-offer-clicks.ts';
import { listVouchers } from '../../insight/stock/list.ts';
import { exportAccount } from '../../insight/users/account-export.ts';
import { getUserDetail } from '../../insight/users/user-detail.ts';
import { getUserProfile } from '../../insight/users/user-profile.ts';
import { resealColumns } from '../../kernel/reseal.ts';
import { createSecretBox } from '../../kernel/secret-box.ts';
import { listOffersForUser } from '../offers/list-for-user.ts';
import { spin } from '../spins/spin.ts';
import { openPin } from './codes.ts';
import { importVouchers } from './import.ts';
import { listVoucherNotices } from './notices.ts';
import { resendVoucher } from './resend.ts';
import { revealVoucher } from './reveal.ts';

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

const details = { voucher_type: 'flipkart', voucher_brand: 'Flipkart', expiry_date: '2099-12-31' } as const;
/** Each test uses another amount, so that no other winner takes its stock. */
let lastAmount = 700;
const nextAmount = (): number => ++lastAmount;
const add = (input: object, amount: number) =>
  importVouchers(core.as(anyAdmin), { ...details, voucher_amount: amount * 100, ...input } as VoucherCreate);

describe('a PIN at rest', () => {
  test('is encrypted, opens only with the voucher’s amount, and can be resealed with a new key', async () => {
    const amount = nextAmount();
    await add({ kind: 'single', code: `6001-${amount}`, pin: '482193' }, amount);
    const read = async () => {
      const [id] = await findVoucherIds(core, [`6001-${amount}`]);
      const [row] = await core.database.sql<{ pin: string; pin_end: string }[]>`
        select pin, pin_end from vouchers where id = ${id ?? 0}`;
      return row ?? { pin: '', pin_end: '' };
    };
    const { pin, pin_end } = await read();
    expect([pin.slice(0, 10), pin_end]).toEqual(['sealed:v1:', '93']);
    const { secrets } = core.services;
    expect(openPin(secrets, pin, amount * 100)).toBe('482193');
    expect(() => openPin(secrets, pin, 5_00)).toThrow();
    const newKey = new Uint8Array(32).fill(9);
    await resealColumns({ ...core.services, secrets: createSecretBox([newKey, SECRETS_KEY]) });
    expect(openPin(createSecretBox([newKey]), (await read()).pin, amount * 100)).toBe('482193');
    // Restores the key for the following tests.
    await resealColumns({ ...core.services, secrets: createSecretBox([SECRETS_KEY, newKey]) });
  });

  test('can be neither removed nor replaced by plain text after the voucher is won', async () => {
    const amount = nextAmount();
    await add({ kind: 'single', code: `6002-${amount}`, pin: '1234' }, amount);
    const { voucherId } = await makeWinner(core, network, amount);
    for (const pin of [null, 'in the clear']) {
      await expect(core.database.sql`update vouchers set pin = ${pin} where id = ${voucherId}`).rejects.toThrow(
        'keeps its code',
      );
    }
  });
});

test('adds codes with and without PINs; the same code with another PIN is a duplicate', async () => {
  const amount = nextAmount();
  const codes = [`A-${amount}`, `B-${amount}`, `A-${amount}`];
  expect(await add({ kind: 'bulk', codes, pins: ['1111', null, '2222'] }, amount)).toMatchObject({
    created: 2,
    skipped: 1,
  });
  await expect(add({ kind: 'single', code: `A-${amount}`, pin: '3333' }, amount)).rejects.toMatchObject({
    code: 'VOUCHER_CODE_EXISTS',
  });
  const input = voucherListInput.parse({ search: `A-${amount}` });
  const read = async (show?: ReturnType<typeof plainCodes>) => {
    const { vouchers } = await listVouchers(core.services, input, show);
    return vouchers.map(({ voucher_code, voucher_pin }) => [voucher_code, voucher_pin]);
  };
  expect(await read(plainCodes(core))).toEqual([[`A-${amount}`, '1111']]);
  expect(await read()).toEqual([[`••••${String(amount).slice(-2)}`, '••••11']]);
});

test.each([
  ['a PIN', '007421', '••••21'],
  ['no PIN', null, null],
])('shows %s in every place that shows the code', async (_, pin, masked) => {
  const amount = nextAmount();
  const code = `6003001200${amount}`;
  await add({ kind: 'single', code, pin }, amount);
  const { user, offerId, voucherId } = await makeWinner(core, network, amount);
  const { services } = core;
  const plain = { voucher_code: code, voucher_pin: pin };
  const hidden = { voucher_code: `••••0${amount}`, voucher_pin: masked };
  const show = plainCodes(core);

  expect(await spin(core.as(userActor(user.id)), { offerId, clientSeed: '' })).toMatchObject({
    voucher: { code, pin },
  });
  expect((await listOffersForUser(services, user.id)).offers).toContainEqual(expect.objectContaining(plain));
  expect((await getUserStats(services, user.id)).completions).toMatchObject([{ ...plain, voucher: { code, pin } }]);
  const { sections } = await exportAccount(services, user.id);
  expect(sections.find(({ name }) => name === 'vouchers')?.rows).toMatchObject([{ code, pin }]);

  const conversions = conversionListInput.parse({ search: user.email });
  expect((await listConversions(services, conversions, show)).conversions).toMatchObject([plain]);
  expect((await listConversions(services, conversions)).conversions).toMatchObject([hidden]);
  const clicks = offerClickListInput.parse({ search: user.email });
  expect((await listOfferClicks(core.kernel, clicks, show)).clicks).toMatchObject([plain]);
  expect((await listOfferClicks(core.kernel, clicks)).clicks).toMatchObject([hidden]);
  expect((await getUserDetail(core.kernel, user.id, show)).completions).toMatchObject([plain]);
  expect((await getUserDetail(core.kernel, user.id)).completions).toMatchObject([hidden]);
  const profile = await getUserProfile(core.kernel, user.id);
  expect(profile).toMatchObject({ completions: [hidden], vouchers: [hidden] });
  expect(await revealVoucher(core.as(anyAdmin), voucherId ?? 0)).toEqual({ voucher_id: voucherId, ...plain });

  await resendVoucher(core.as(anyAdmin), { voucher_id: voucherId ?? 0, reason: 'says it is gone' });
  expect((await listVoucherNotices(services, user.id)).notices).toMatchObject([plain]);
});
