import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import type { TestUser } from '@inaam/testing/factories/identity';
import { getVoucher, makeReadyToSpin, settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock, findVoucherIds } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll } from 'vitest';

/** SQLSTATEs of a check or trigger, a unique index, and a foreign key. */
export const CHECK = '23514';
export const UNIQUE = '23505';
export const NOT_NULL = '23502';
export const FOREIGN_KEY = '23503';
export const ACCEPTED = 'accepted';

/** Rolls that win and lose with the factories' odds. */
export const WINNING_ROLL = 0;
export const LOSING_ROLL = 999;

export interface Refusal {
  /** The SQLSTATE, or `accepted`. */
  code: string;
  constraint: string | undefined;
}

export const refusedBy = (code: string, constraint?: string): Refusal => ({ code, constraint });

interface Ready {
  user: TestUser;
  offerId: number;
  completionId: number;
  paise: number;
}

/** Helpers for tests of what the database itself rejects. Registers hooks that create a database for the test file. */
export function prepareConstraints() {
  let core: TestCore;
  let network: TestNetwork;
  beforeAll(async () => {
    core = await createTestCore();
    network = await makeNetwork(core);
  });
  afterAll(() => core.close());

  // A separate amount per call: no older win waits for its stock.
  let last = 1000;
  const nextAmount = (): number => ++last;

  async function getRefusal(statement: string): Promise<Refusal> {
    try {
      await core.database.sql.unsafe(statement);
    } catch (error) {
      const { code, constraint_name: constraint } = error as { code: string; constraint_name?: string };
      return { code, constraint };
    }
    return { code: ACCEPTED, constraint: undefined };
  }

  /** A completion with a waiting spin. */
  async function makeReadySpin(amount = nextAmount()): Promise<Ready> {
    return { ...(await makeReadyToSpin(core, network, amount)), paise: amount * 100 };
  }

  /** A completion spun with a roll, with that many vouchers in stock. */
  async function makeSettledSpin(roll: number, inStock = 0): Promise<Ready> {
    const amount = nextAmount();
    if (inStock > 0) await addStock(core, { amount, count: inStock });
    const completion = await makeReadySpin(amount);
    await settleWithRoll(core, completion.completionId, roll);
    return completion;
  }

  /** The id of a voucher with a status, and the completion that won it. */
  async function voucher(
    status: 'available' | 'assigned' | 'used' | 'expired',
  ): Promise<{ id: number; completionId: number }> {
    const { sql } = core.database;
    if (status === 'assigned' || status === 'used') {
      const { completionId } = await makeSettledSpin(WINNING_ROLL, 1);
      const id = (await getVoucher(core, completionId)) ?? 0;
      if (status === 'used') await sql`update vouchers set used_at = now() where id = ${id}`;
      return { id, completionId };
    }
    const [code = ''] = await addStock(core, { amount: nextAmount(), count: 1 });
    const [id = 0] = await findVoucherIds(core, [code]);
    if (status === 'expired') {
      await sql`delete from free_vouchers where voucher_id = ${id}`;
      await sql`update vouchers set expired_at = now() where id = ${id}`;
    }
    return { id, completionId: 0 };
  }

  return {
    core: () => core,
    network: () => network,
    nextAmount,
    refusal: getRefusal,
    ready: makeReadySpin,
    settled: makeSettledSpin,
    voucher,
  };
}
