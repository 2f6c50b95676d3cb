import { createHash, randomUUID } from 'node:crypto';
import { computeRoll } from '@inaam/contracts/spins/draw';
import { openSeed } from '@inaam/core/ledger/spins/queries';
import { completeOffer, makeNetwork, postback } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer, nearlyCertainOdds } from '@inaam/testing/factories/offers';
import type { TestApi } from './api.ts';
import type { Client } from './client.ts';
import { registerUser, signInAdmin } from './people.ts';

/** A user and an admin, with data in every documented state. */
export interface SampleData {
  user: Client;
  userId: number;
  admin: Client;
  adminName: string;
  /** Offers by state. */
  offers: Record<'won' | 'lost' | 'owed' | 'completed' | 'started' | 'untouched', number>;
  /** The answer of the winning spin. */
  spin: unknown;
}

const AMOUNT_IN_STOCK = 5;
const AMOUNT_OUT_OF_STOCK = 7;
const CLIENT_SEED = 'words of the winner';

/** Creates the data through the documented API. Only the acts of partners and operators bypass the API. */
export async function makeSampleData(api: TestApi): Promise<SampleData> {
  const { core } = api;
  const network = await makeNetwork(core);
  const { client: user, id: userId } = await registerUser(api.appHost, '192.0.2.7', 'a-device');
  // Two accounts on one device.
  await registerUser(api.appHost, '192.0.2.7', 'a-device');
  const { client: admin, username: adminName } = await signInAdmin(api);
  const details = { voucher_brand: 'Amazon', voucher_description: 'Gift card', voucher_terms: 'One for each order.' };
  const voucher = { ...details, voucher_type: 'amazon', voucher_amount: AMOUNT_IN_STOCK, expiry_date: '2099-12-31' };
  await admin.post('/api/admin/vouchers.php', {
    ...voucher,
    voucher_codes: ['WORLD-1', 'WORLD-2', 'WORLD-3'],
    voucher_pins: ['111111', '222222', '333333'],
  });
  const preview_url = 'https://partner.example/preview';
  const hindi = { title_hi: 'ऑफ़र', description_hi: 'पूरा करें', task: 'Spend ₹299', task_hi: '₹299 खर्च करें' };
  const makeOfferOf = async (amount: number) =>
    (await makeOffer(core, { ...hindi, preview_url, spinner_config: nearlyCertainOdds(amount) })).offer_id;
  const start = async (offerId: number, clientSeedHash?: string) => {
    const { body } = await user.post('/api/click-offer.php', { offerId, clientSeedHash });
    return new URL(body.redirectUrl).searchParams.get('sub') ?? '';
  };
  const finish = async (offerId: number, clientSeedHash?: string) => {
    const clickId = await start(offerId, clientSeedHash);
    const call = { click_id: clickId, transaction_id: randomUUID(), payout: '38.75', status: 'approved' };
    await postback(core, network, call);
  };
  const spin = async (offerId: number, clientSeed: string) => {
    const { status, body } = await user.post('/api/spin.php', { offerId, clientSeed });
    if (status !== 200) throw new Error(`the spin answered ${status}: ${JSON.stringify(body)}`);
    return body as unknown;
  };
  /** Spins with a seed that was fixed at the click. The draw is random, so a loss tries another offer. */
  const spinUntilWin = async (): Promise<{ offerId: number; answer: unknown }> => {
    const offerId = await makeOfferOf(AMOUNT_IN_STOCK);
    await finish(offerId, createHash('sha256').update(CLIENT_SEED).digest('hex'));
    const answer = await spin(offerId, CLIENT_SEED);
    return (answer as { rewardType: string }).rewardType === `voucher_${AMOUNT_IN_STOCK}`
      ? { offerId, answer }
      : spinUntilWin();
  };
  const won = await spinUntilWin();
  const offers = {
    won: won.offerId,
    lost: await makeOfferOf(AMOUNT_IN_STOCK),
    owed: await makeOfferOf(AMOUNT_OUT_OF_STOCK),
    completed: await makeOfferOf(AMOUNT_IN_STOCK),
    started: await makeOfferOf(AMOUNT_IN_STOCK),
    untouched: await makeOfferOf(AMOUNT_IN_STOCK),
  };
  for (const id of [offers.lost, offers.owed, offers.completed]) await finish(id);
  await start(offers.started);
  // A user who signs in through the provider.
  await completeOffer(
    core,
    network,
    await makeUser(core, { providerUid: 'provider-1', passwordHash: null }),
    offers.untouched,
  );
  await spin(offers.lost, await findClientSeed(api, offers.lost, false));
  await spin(offers.owed, await findClientSeed(api, offers.owed, true));
  return { user, userId, admin, adminName, offers, spin: won.answer };
}

/** Finds a client seed that wins or loses, using the server's secret seed. */
async function findClientSeed({ core }: TestApi, offerId: number, wins: boolean): Promise<string> {
  const [row] = await core.database.sql<{ seed: Uint8Array; commitment: Uint8Array; completion_id: number }[]>`
    select s.seed, s.commitment, s.completion_id from spin_states s join completion_states c on c.id = s.completion_id
      where c.offer_id = ${offerId}`;
  if (!row) throw new Error('the offer has no completion');
  const lastRoll = 999;
  const seed = openSeed(core.services.secrets, row.seed, row.commitment);
  for (let attempt = 0; ; attempt++) {
    const roll = await computeRoll(seed, String(attempt), row.completion_id);
    if (roll < lastRoll === wins) return String(attempt);
  }
}
