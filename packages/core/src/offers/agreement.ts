import { DomainError } from '@inaam/contracts/common/errors';
import { DEFAULT_ODDS, type Odds } from '@inaam/contracts/offers/odds';
import type { OfferCreate, OfferUpdate } from '@inaam/contracts/offers/offers';
import { offers, type StoredGoal } from '@inaam/db/schema/offers';
import { eq } from 'drizzle-orm';
import { type AskingCommand, needAgreement } from '../approvals/ask.ts';
import type { OddsSummary } from '../approvals/summaries.ts';
import type { ApprovalRules } from '../services.ts';
import { networkOf } from './its-network.ts';
import { presentOdds, sameOdds } from './odds.ts';
import { areCostly, expectedCost } from './odds-cost.ts';

/** What of an offer waits for a second person: costly odds, and another network that pays for it. */

/** What a spin can win, and what the network pays for it, in paise. */
interface Promised {
  odds: Odds;
  payout: number;
}

/**
 * What the network pays until a spin is given, in paise. Of an offer with goals that is what the goal pays that gives
 * it, and what those pay that must have come before.
 * @param payout of the offer, in paise: what that goal pays unless it has a payout of its own
 */
export function payoutUntilSpin(payout: number, goals: readonly StoredGoal[], inOrder: boolean): number {
  const spin = goals.findIndex(({ gives_spin: gives }) => gives);
  if (spin === -1) return payout;
  const before = inOrder ? goals.slice(0, spin) : [];
  return before.reduce((sum, goal) => sum + (goal.payout_paise ?? 0), goals[spin]?.payout_paise ?? payout);
}

/**
 * Other odds, or a lower payout for the same ones, that cost more than one person may decide.
 * @param before undefined: a new offer
 * @returns what is shown of them, undefined where one person is enough
 */
export function costlyOdds(
  before: Promised | undefined,
  { odds, payout }: Promised,
  rules: ApprovalRules,
): OddsSummary | undefined {
  if (before && sameOdds(odds, before.odds) && payout >= before.payout) return undefined;
  if (!areCostly(odds, payout, rules)) return undefined;
  return {
    odds_before: before?.odds ?? null,
    odds,
    ...(before && before.payout !== payout && { payout_before_paise: before.payout }),
    payout_paise: payout,
    cost_paise: expectedCost(odds),
  };
}

/** @throws DomainError WAITS_FOR_APPROVAL */
export async function needNewAgreed(command: AskingCommand, input: OfferCreate): Promise<void> {
  const { spinner_config: odds = DEFAULT_ODDS, reward_amount, offer_goals, goals_in_order, title } = input;
  const payout = payoutUntilSpin(reward_amount, offer_goals, goals_in_order);
  const costly = costlyOdds(undefined, { odds, payout }, command.operators.approvals);
  if (costly) await needAgreement(command, { kind: 'odds', summary: { offer_id: null, title, ...costly }, input });
}

/** @throws DomainError OFFER_NOT_FOUND, BAD_INPUT (a network that there is not), WAITS_FOR_APPROVAL */
export async function needChangeAgreed(command: AskingCommand, input: OfferUpdate): Promise<void> {
  const { kernel, operators } = command;
  const { offer_id, spinner_config, reward_amount, offer_goals, goals_in_order, network_id: network } = input;
  if ([spinner_config, reward_amount, offer_goals, goals_in_order, network].every((it) => it === undefined)) return;
  const [offer] = await kernel.read((db) =>
    db
      .select({
        title: offers.title,
        paise: offers.rewardPaise,
        goals: offers.goals,
        inOrder: offers.goalsInOrder,
        odds: presentOdds,
        network: offers.networkId,
      })
      .from(offers)
      .where(eq(offers.id, offer_id)),
  );
  if (!offer) throw new DomainError('OFFER_NOT_FOUND');
  const { paise, goals, inOrder } = offer;
  const before = { odds: offer.odds, payout: payoutUntilSpin(paise, goals, inOrder) };
  const after = {
    odds: spinner_config ?? offer.odds,
    payout: payoutUntilSpin(reward_amount ?? paise, offer_goals ?? goals, goals_in_order ?? inOrder),
  };
  const costly = costlyOdds(before, after, operators.approvals);
  if (network !== undefined && network !== offer.network) {
    // Nobody is asked for what could not be done.
    await kernel.read((db) => networkOf(db, network));
    const summary = { offer_id, network_before: offer.network, network, odds: costly ?? null };
    await needAgreement(command, { kind: 'offer_network', summary, input });
  } else if (costly) {
    await needAgreement(command, { kind: 'odds', summary: { offer_id, title: offer.title, ...costly }, input });
  }
}
