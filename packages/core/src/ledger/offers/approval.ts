import { DEFAULT_ODDS, type Odds } from '@inaam/contracts/offers/odds';
import type { OfferCreate, OfferUpdate } from '@inaam/contracts/offers/offers';
import type { Tx } from '@inaam/db/client';
import type { offers, StoredGoal } from '@inaam/db/schema/offers';
import type { ApprovalRules } from '../../kernel/approval.ts';
import type { ApprovalFacts, OddsSummary } from '../../kernel/approval-facts.ts';
import { areOddsEqual, getOddsByVersion } from './odds.ts';
import { exceedsCostLimit, getExpectedCost } from './odds-cost.ts';
import { getOfferNetwork } from './offer-network.ts';

/** Offer changes that a second person must approve: costly odds, or a change of the network that pays for the offer. */

/** Odds, and the payout in paise that pays for them. */
interface Terms {
  odds: Odds;
  payout: number;
}

/**
 * Returns the sum in paise that the network pays before the user can spin: the payout of the goal that gives the spin
 * and, if the goals must be reached in order, of the goals before it.
 * @param payout the offer's payout in paise. Used if there are no goals, or if the goal that gives the spin has no
 *   payout of its own.
 */
export function getPayoutUntilSpin(payout: number, goals: readonly StoredGoal[], inOrder: boolean): number {
  const spin = goals.findIndex(({ gives_spin: gives }) => gives);
  if (spin === -1) return payout;
  const before = inOrder ? goals.slice(0, spin) : [];
  return before.reduce((sum, goal) => sum + (goal.payout_paise ?? 0), goals[spin]?.payout_paise ?? payout);
}

/**
 * Summarises odds that exceed one person's cost limit. Unchanged odds are checked only if the payout is reduced.
 * @param before undefined for a new offer
 * @returns undefined if one person may decide alone
 */
function findCostlyOdds(
  before: Terms | undefined,
  { odds, payout }: Terms,
  rules: ApprovalRules,
): OddsSummary | undefined {
  if (before && areOddsEqual(odds, before.odds) && payout >= before.payout) return undefined;
  if (!exceedsCostLimit(odds, payout, rules)) return undefined;
  return {
    odds_before: before?.odds ?? null,
    odds,
    ...(before && before.payout !== payout && { payout_before_paise: before.payout }),
    payout_paise: payout,
    cost_paise: getExpectedCost(odds),
  };
}

/** Checks whether a new offer's odds need approval. */
export function judgeNewOffer(input: OfferCreate, rules: ApprovalRules): ApprovalFacts | undefined {
  const { spinner_config: odds = DEFAULT_ODDS, reward_amount, offer_goals, goals_in_order, title } = input;
  const payout = getPayoutUntilSpin(reward_amount, offer_goals, goals_in_order);
  const costly = findCostlyOdds(undefined, { odds, payout }, rules);
  return costly && { kind: 'odds', summary: { offer_id: null, title, ...costly } };
}

/**
 * Checks whether an offer change needs approval.
 * @param offer the locked row
 * @throws DomainError BAD_INPUT (no such network)
 */
export async function judgeOfferChange(
  tx: Tx,
  offer: typeof offers.$inferSelect,
  input: Omit<OfferUpdate, 'offer_id'>,
  rules: ApprovalRules,
): Promise<ApprovalFacts | undefined> {
  const { spinner_config, reward_amount, offer_goals, goals_in_order, network_id: network } = input;
  if ([spinner_config, reward_amount, offer_goals, goals_in_order, network].every((it) => it === undefined)) {
    return undefined;
  }
  const { id: offer_id, rewardPaise, goals, goalsInOrder, networkId: network_before } = offer;
  const odds = await getOddsByVersion(tx, offer_id, offer.oddsVersion);
  const before = { odds, payout: getPayoutUntilSpin(rewardPaise, goals, goalsInOrder) };
  const after = {
    odds: spinner_config ?? odds,
    payout: getPayoutUntilSpin(reward_amount ?? rewardPaise, offer_goals ?? goals, goals_in_order ?? goalsInOrder),
  };
  const costly = findCostlyOdds(before, after, rules);
  if (network !== undefined && network !== network_before) {
    await getOfferNetwork(tx, network);
    return { kind: 'offer_network', summary: { offer_id, network_before, network, odds: costly ?? null } };
  }
  return costly && { kind: 'odds', summary: { offer_id, ...costly } };
}
