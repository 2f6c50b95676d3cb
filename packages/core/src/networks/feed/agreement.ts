import type { FeedApply } from '@inaam/contracts/networks/feed';
import type { Tx } from '@inaam/db/client';
import { offers } from '@inaam/db/schema/offers';
import { inArray } from 'drizzle-orm';
import { type AskingCommand, takeDown } from '../../approvals/ask.ts';
import type { OddsSummary } from '../../approvals/summaries.ts';
import type { CommandContext } from '../../command.ts';
import { costlyOdds } from '../../offers/agreement.ts';
import { presentOdds } from '../../offers/odds.ts';
import type { ApprovalRules } from '../../services.ts';
import type { FeedState } from './difference.ts';

/** What an automatic look needs, too: it is held to the same rule, and asks nobody. */
export type FeedCommand = CommandContext<'secrets' | 'operators'>;

/** A payout that a feed lowers so far that the odds of its offer cost more than one person may decide. */
export interface WaitingPayout {
  offerId: number;
  title: string;
  odds: OddsSummary;
}

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
  const found = chosen
    .filter(({ fields }) => fields.includes('reward_amount'))
    .flatMap(({ external_id }) => {
      const { offer, theirs } = items.get(external_id) ?? {};
      return offer && theirs ? [{ external_id, offer, payout: paiseOf(theirs.reward_amount) }] : [];
    })
    .filter(({ offer, payout }) => payout < offer.rewardPaise);
  if (found.length === 0) return new Map();
  const ids = found.map(({ offer }) => offer.id);
  const present = await tx.select({ id: offers.id, odds: presentOdds }).from(offers).where(inArray(offers.id, ids));
  const oddsOf = new Map(present.map(({ id, odds }) => [id, odds]));
  return new Map(
    found.flatMap(({ external_id, offer: { id, title, rewardPaise }, payout }) => {
      const odds = oddsOf.get(id) ?? [];
      const costly = costlyOdds({ odds, payout: rewardPaise }, { odds, payout }, rules);
      return costly ? [[external_id, { offerId: id, title, odds: costly }] as const] : [];
    }),
  );
}

/** Asks for it as the same change by hand would: it is one request with that. */
export const askForPayout = (tx: Tx, command: AskingCommand, { offerId, title, odds }: WaitingPayout): Promise<void> =>
  takeDown(tx, command, {
    kind: 'odds',
    summary: { offer_id: offerId, title, ...odds },
    input: { offer_id: offerId, reward_amount: odds.payout_paise },
  });
