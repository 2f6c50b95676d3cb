import { DomainError } from '@inaam/contracts/common/errors';
import { DEFAULT_ODDS, type Odds } from '@inaam/contracts/offers/odds';
import type { OfferCreate, OfferUpdate } from '@inaam/contracts/offers/offers';
import { offers } from '@inaam/db/schema/offers';
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
  const { spinner_config: odds = DEFAULT_ODDS, reward_amount: payout, title } = input;
  const costly = costlyOdds(undefined, { odds, payout }, command.operators.approvals);
  if (costly) await needAgreement(command, { kind: 'odds', summary: { offer_id: null, title, ...costly }, input });
}

/** @throws DomainError OFFER_NOT_FOUND, BAD_INPUT (a network that there is not), WAITS_FOR_APPROVAL */
export async function needChangeAgreed(command: AskingCommand, input: OfferUpdate): Promise<void> {
  const { kernel, operators } = command;
  const { offer_id, spinner_config, reward_amount, network_id: network } = input;
  if (spinner_config === undefined && reward_amount === undefined && network === undefined) return;
  const [offer] = await kernel.read((db) =>
    db
      .select({ title: offers.title, payout: offers.rewardPaise, odds: presentOdds, network: offers.networkId })
      .from(offers)
      .where(eq(offers.id, offer_id)),
  );
  if (!offer) throw new DomainError('OFFER_NOT_FOUND');
  const after = { odds: spinner_config ?? offer.odds, payout: reward_amount ?? offer.payout };
  const costly = costlyOdds(offer, after, operators.approvals);
  if (network !== undefined && network !== offer.network) {
    // Nobody is asked for what could not be done.
    await kernel.read((db) => networkOf(db, network));
    const summary = { offer_id, network_before: offer.network, network, odds: costly ?? null };
    await needAgreement(command, { kind: 'offer_network', summary, input });
  } else if (costly) {
    await needAgreement(command, { kind: 'odds', summary: { offer_id, title: offer.title, ...costly }, input });
  }
}
