import { DomainError } from '@inaam/contracts/common/errors';
import { ledgerDifferences } from '@inaam/db/ledger';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, userActor } from '@inaam/testing/factories/identity';
import { makeWinner, settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock, findVoucherIds } from '@inaam/testing/factories/vouchers';
import { createSampler, sampling, scaleTimeout } from '@inaam/testing/sampling';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { expect, test } from 'vitest';
import { deleteDueAccounts } from '../../people/account/delete-account.ts';
import { replaceVoucher } from './replace.ts';
import { resendVoucher } from './resend.ts';
import { deleteVoucher, markVoucherUsed, setVoucherStatus } from './status.ts';
import { expireVouchers, repairStockOrder } from './stock.ts';

/** Tests that the ledger stays consistent while users and admins act on vouchers concurrently, in random order. */

const AMOUNTS = [110, 120];
const EXPIRIES = ['2099-12-31', '2098-01-01', '2097-06-30'];

async function history(core: TestCore, network: TestNetwork, random: () => number, steps: number) {
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const vouchers: number[] = [];
  const winners: { user: number; completion: number }[] = [];
  const id = () => pick(vouchers) ?? 0;
  const reason = { reason: 'r' };
  const acts: [number, () => Promise<unknown>][] = [
    [
      6,
      async () => {
        const { user, completionId } = await makeWinner(core, network, pick(AMOUNTS) ?? 0);
        winners.push({ user: user.id, completion: completionId });
      },
    ],
    [
      5,
      async () => {
        const codes = await addStock(core, {
          amount: pick(AMOUNTS) ?? 0,
          count: 1 + Math.floor(random() * 2),
          expiry: pick(EXPIRIES) ?? '',
        });
        vouchers.push(...(await findVoucherIds(core, codes)));
      },
    ],
    [3, () => setVoucherStatus(core.as(anyAdmin), { voucher_id: id(), status: 'expired' })],
    [3, () => setVoucherStatus(core.as(anyAdmin), { voucher_id: id(), status: 'available' })],
    [1, () => deleteVoucher(core.as(anyAdmin), id())],
    [3, () => replaceVoucher(core.as(anyAdmin), { voucher_id: id(), ...reason })],
    [2, () => resendVoucher(core.as(anyAdmin), { voucher_id: id(), ...reason })],
    [
      3,
      async () => {
        const winner = pick(winners);
        if (winner) await markVoucherUsed(core.as(userActor(winner.user)), id());
      },
    ],
    [
      1,
      async () => {
        const winner = pick(winners);
        if (!winner) return;
        await core.database
          .sql`update users set deletion_due_at = now(), deletion_notice_at = now() where id = ${winner.user}`;
        await deleteDueAccounts(core.services);
      },
    ],
    [1, () => repairStockOrder(core.kernel)],
    [1, () => expireVouchers(core.kernel)],
    [
      1,
      async () => {
        const who = pick(winners);
        // Has no effect if the completion is already spun.
        if (who) await settleWithRoll(core, who.completion);
      },
    ],
  ];
  const weighted = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act));
  for (let step = 0; step < steps; step++) {
    try {
      await pick(weighted)?.();
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'UNAVAILABLE') throw error;
    }
  }
}

test(
  'keeps the ledger consistent in concurrent histories of random actions',
  async () => {
    const core = await createTestCore();
    try {
      const network = await makeNetwork(core);
      const random = createSampler();
      const steps = sampling().isLong ? 1000 : 60;
      await Promise.all(Array.from({ length: 6 }, () => history(core, network, random, steps)));
      await waitForChangeFeed(core);
      expect(await ledgerDifferences(core.database.sql)).toEqual([]);
      const wins = await core.database.sql`select count(*)::int as n from spins where amount_paise is not null`;
      expect(wins[0]?.['n']).toBeGreaterThan(steps / 2);
    } finally {
      await core.close();
    }
  },
  scaleTimeout(120_000),
);
