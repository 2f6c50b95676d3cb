import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import type { TestUser } from '@inaam/testing/factories/identity';
import { getVoucher, makeReadyToSpin, settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock, findVoucherIds } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll } from 'vitest';

/** SQLSTATEs of violations: of a check or trigger, a unique index, a not-null constraint, and a foreign key. */
export const CHECK = '23514';
export const UNIQUE = '23505';
export const NOT_NULL = '23502';
export const FOREIGN_KEY = '23503';
export const ACCEPTED = 'accepted';

/** Rolls that win and lose with the factories' odds. */
export const WINNING_ROLL = 0;
export const LOSING_ROLL = 999;

export interface StatementResult {
  /** The SQLSTATE, or `accepted`. */
  code: string;
  constraint: string | undefined;
}

export const refusedBy = (code: string, constraint?: string): StatementResult => ({ code, constraint });

interface TestCompletion {
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

  // A new amount per call, so that no older win waits for a code of this amount and takes the stock.
  let last = 1000;
  const nextAmount = (): number => ++last;

  /** Runs a statement. Returns the error of the database instead of throwing it. */
  async function attempt(statement: string): Promise<StatementResult> {
    try {
      await core.database.sql.unsafe(statement);
    } catch (error) {
      const { code, constraint_name: constraint } = error as { code: string; constraint_name?: string };
      return { code, constraint };
    }
    return { code: ACCEPTED, constraint: undefined };
  }

  /** Creates a completion with a waiting spin. */
  async function makeReadyCompletion(amount = nextAmount()): Promise<TestCompletion> {
    return { ...(await makeReadyToSpin(core, network, amount)), paise: amount * 100 };
  }

  /** Creates a completion and settles its spin with `roll` while `inStock` vouchers are in stock. */
  async function makeSettledCompletion(roll: number, inStock = 0): Promise<TestCompletion> {
    const amount = nextAmount();
    if (inStock > 0) await addStock(core, { amount, count: inStock });
    const completion = await makeReadyCompletion(amount);
    await settleWithRoll(core, completion.completionId, roll);
    return completion;
  }

  /** Creates a voucher with a status. Returns its id, and the completion that won it, if any. */
  async function makeVoucher(
    status: 'available' | 'assigned' | 'used' | 'expired',
  ): Promise<{ id: number; completionId: number }> {
    const { sql } = core.database;
    if (status === 'assigned' || status === 'used') {
      const { completionId } = await makeSettledCompletion(WINNING_ROLL, 1);
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
    attempt,
    makeReadyCompletion,
    makeSettledCompletion,
    makeVoucher,
  };
}
