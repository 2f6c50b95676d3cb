import { randomUUID } from 'node:crypto';
import { HOUSE_SLUG } from '@inaam/contracts/offers/milestones';
import { completeMilestones, createHouse } from '@inaam/core/ledger/milestones/commands';
import type { TestCore } from '../core.ts';
import { waitForChangeFeed } from '../wait-for-change-feed.ts';
import { completeOffer, makeNetwork, type TestCompletion, type TestNetwork } from './completions.ts';
import type { TestUser } from './identity.ts';
import { makeOffer, nearlyCertainOdds } from './offers.ts';

/** The network House, and a partner network with offers that can be completed. */
export interface TestHouse {
  houseId: number;
  network: TestNetwork;
  offers: number[];
}

/** Creates House, and a partner network with this number of offers. */
export async function makeHouse(core: TestCore, offers: number): Promise<TestHouse> {
  const network = await makeNetwork(core);
  await createHouse(core.services, 'https://app.example');
  const [house] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${HOUSE_SLUG}`;
  const offerIds = [];
  for (let n = 0; n < offers; n++) offerIds.push((await makeOffer(core)).offer_id);
  return { houseId: house?.id ?? 0, network, offers: offerIds };
}

/** Adds an active milestone. @param amount rupees that its spin wins almost certainly @returns the offer's id */
export async function makeMilestone(core: TestCore, house: TestHouse, completions: number, amount = 25) {
  const { offer_id } = await makeOffer(core, {
    title: `Milestone ${completions} ${randomUUID()}`,
    external_offer_id: String(completions),
    network_id: house.houseId,
    reward_amount: 0,
    spinner_config: nearlyCertainOdds(amount),
  });
  return offer_id;
}

/** Completes the partner network's offers from index `from` up to but not including `to`, one after another. */
export async function completeOffers(
  core: TestCore,
  { network, offers }: TestHouse,
  user: TestUser,
  from: number,
  to: number,
): Promise<TestCompletion[]> {
  const completions = [];
  for (const offerId of offers.slice(from, to)) completions.push(await completeOffer(core, network, user, offerId));
  return completions;
}

/** Completes the milestones that users have reached, and reverses those that users no longer reach. */
export async function settleMilestones(core: TestCore): Promise<void> {
  await waitForChangeFeed(core);
  await completeMilestones(core.services);
}
