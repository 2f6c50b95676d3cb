import type { FeedApply, FeedField } from '@inaam/contracts/networks/feed';
import type { OfferUpdate } from '@inaam/contracts/offers/offers';
import type { Tx } from '@inaam/db/client';
import { offers } from '@inaam/db/schema/offers';
import { inArray } from 'drizzle-orm';
import { type AskingCommand, takeDown } from '../../approvals/ask.ts';
import type { OddsSummary } from '../../approvals/summaries.ts';
import type { CommandContext } from '../../command.ts';
import { costlyOdds, payoutUntilSpin } from '../../offers/agreement.ts';
import { presentOdds } from '../../offers/odds.ts';
import type { ApprovalRules } from '../../services.ts';
import type { FeedState } from './difference.ts';
import { goalsOf } from './item-goals.ts';

/** What an automatic look needs, too: it is held to the same rule, and asks nobody. */
export type FeedCommand = CommandContext<'secrets' | 'operators'>;

/** What a feed pays so much less for that the odds of its offer cost more than one person may decide. */
export interface WaitingPayout {
  offerId: number;
  title: string;
  odds: OddsSummary;
  /** What was chosen of it, as the same change by hand has it. */
  change: Pick<OfferUpdate, 'reward_amount' | 'offer_goals'>;
}

/** The fields that say what the network pays until the spin. */
export const isPaid = (field: FeedField): boolean => field === 'reward_amount' || field === 'goals';

/** In paise. @param rupees as an item has it */
export const paiseOf = (rupees: unknown): number => Math.round(Number(rupees) * 100);

/**
 * The payouts among what was chosen that are more than one person may decide, by external id.
 * @param state the offers in it are locked
 */
export async function waitingPayouts(
  tx: Tx,
  rules: ApprovalRules,
  chosen: FeedApply['changed'],
  { items }: FeedState,
): Promise<Map<string, WaitingPayout>> {
  const found = chosen.flatMap(({ external_id, fields }) => {
    const { offer, theirs } = items.get(external_id) ?? {};
    if (!offer || !theirs || !fields.some(isPaid)) return [];
    const change = {
      ...(fields.includes('reward_amount') && { reward_amount: paiseOf(theirs.reward_amount) }),
      ...(fields.includes('goals') && { offer_goals: goalsOf(String(theirs.goals ?? ''), offer.goals) }),
    };
    const { rewardPaise, goals, goalsInOrder } = offer;
    const before = payoutUntilSpin(rewardPaise, goals, goalsInOrder);
    const payout = payoutUntilSpin(change.reward_amount ?? rewardPaise, change.offer_goals ?? goals, goalsInOrder);
    return payout < before ? [{ external_id, offer, before, payout, change }] : [];
  });
  if (found.length === 0) return new Map();
  const ids = found.map(({ offer }) => offer.id);
  const present = await tx.select({ id: offers.id, odds: presentOdds }).from(offers).where(inArray(offers.id, ids));
  const oddsOf = new Map(present.map(({ id, odds }) => [id, odds]));
  return new Map(
    found.flatMap(({ external_id, offer: { id, title }, before, payout, change }) => {
      const odds = oddsOf.get(id) ?? [];
      const costly = costlyOdds({ odds, payout: before }, { odds, payout }, rules);
      return costly ? [[external_id, { offerId: id, title, odds: costly, change }] as const] : [];
    }),
  );
}

/** Asks for it as the same change by hand would: it is one request with that. */
export const askForPayout = (
  tx: Tx,
  command: AskingCommand,
  { offerId, title, odds, change }: WaitingPayout,
): Promise<void> =>
  takeDown(tx, command, {
    kind: 'odds',
    summary: { offer_id: offerId, title, ...odds },
    input: { offer_id: offerId, ...change },
  });
