import type { TestCore } from '../core.ts';
import { completeOffer, type TestNetwork } from './completions.ts';
import { makeUser, type TestUser } from './identity.ts';
import { makeOffer, nearlyCertainOdds } from './offers.ts';

export interface TestSpin {
  user: TestUser;
  offerId: number;
  completionId: number;
  /** null after a loss, or while the amount that was won is out of stock. */
  voucherId: number | null;
}

/** Creates a user with a completion that can be spun for one amount, in rupees. */
export async function makeReadyToSpin(
  core: TestCore,
  network: TestNetwork,
  amount: number,
): Promise<Omit<TestSpin, 'voucherId'>> {
  const { offer_id: offerId } = await makeOffer(core, { spinner_config: nearlyCertainOdds(amount) });
  const user = await makeUser(core);
  const { completionId } = await completeOffer(core, network, user, offerId);
  return { user, offerId, completionId };
}

/** Spins with a given roll, by default the first winning roll. */
export async function settleWithRoll(core: TestCore, completionId: number, roll = 0): Promise<void> {
  await core.database.sql`
    select settle_spins(array[${completionId}::bigint], array[${roll}::int], array[500], 1::smallint, array['seed'],
      array['open'])`;
}

/** The id of a completion's current voucher; null if there is none. */
export async function getVoucher({ database }: TestCore, completionId: number): Promise<number | null> {
  const [row] = await database.sql<
    { id: number }[]
  >`select id from completion_vouchers where completion_id = ${completionId}`;
  return row?.id ?? null;
}

/** Creates a user who has won, with a voucher if one is in stock. */
export async function makeWinner(core: TestCore, network: TestNetwork, amount: number): Promise<TestSpin> {
  const ready = await makeReadyToSpin(core, network, amount);
  await settleWithRoll(core, ready.completionId);
  return { ...ready, voucherId: await getVoucher(core, ready.completionId) };
}
