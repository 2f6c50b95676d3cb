import type { TestCore } from '../core.ts';
import { complete, type TestNetwork } from './completions.ts';
import { makeUser, type TestUser } from './identity.ts';
import { makeOffer, nearlySure } from './offers.ts';

export interface TestSpin {
  user: TestUser;
  offerId: number;
  completionId: number;
  /** null while the win is owed, or after a loss. */
  voucherId: number | null;
}

/** Someone with a completion that can be spun for one amount, in rupees. */
export async function readyToSpin(
  core: TestCore,
  network: TestNetwork,
  amount: number,
): Promise<Omit<TestSpin, 'voucherId'>> {
  const { offer_id: offerId } = await makeOffer(core, { spinner_config: nearlySure(amount) });
  const user = await makeUser(core);
  const { completionId } = await complete(core, network, user, offerId);
  return { user, offerId, completionId };
}

/** Spins with a roll that is given instead of drawn, by default the first winning one. */
export async function settle(core: TestCore, completionId: number, roll = 0): Promise<void> {
  await core.database.sql`
    select settle_spins(array[${completionId}::bigint], array[${roll}::int], array[500], 1::smallint, array['seed'],
      array['open'])`;
}

/** The voucher that a completion has at this moment. */
export async function voucherOf({ database }: TestCore, completionId: number): Promise<number | null> {
  const [row] = await database.sql<
    { id: number }[]
  >`select id from completion_vouchers where completion_id = ${completionId}`;
  return row?.id ?? null;
}

/** Someone who has won, with a voucher where one is in stock. */
export async function winner(core: TestCore, network: TestNetwork, amount: number): Promise<TestSpin> {
  const ready = await readyToSpin(core, network, amount);
  await settle(core, ready.completionId);
  return { ...ready, voucherId: await voucherOf(core, ready.completionId) };
}
