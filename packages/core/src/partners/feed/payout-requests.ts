import type { FeedApply, FeedField } from '@inaam/contracts/networks/feed';
import type { OfferUpdate } from '@inaam/contracts/offers/offers';
import type { Tx } from '@inaam/db/client';
import type { ApprovalRules, RequestDraft } from '../../kernel/approval.ts';
import { judgeOfferChange } from '../../ledger/offers/approval.ts';
import { updateOffer } from '../../ledger/offers/save.ts';
import type { FeedState } from './difference.ts';
import { parseGoals } from './item-goals.ts';

/** Whether the field affects what the network pays before the user can spin. */
export const isPayoutField = (field: FeedField): boolean => field === 'reward_amount' || field === 'goals';

/** Converts a field in rupees to paise. */
export const convertRupeesToPaise = (rupees: unknown): number => Math.round(Number(rupees) * 100);

/**
 * Builds approval requests, by external id, for those of the chosen payout changes that need a second person. The same
 * change made by hand leads to the same request.
 * @param state the compared feed, with its offers locked
 */
export async function buildPayoutRequests(
  tx: Tx,
  rules: ApprovalRules,
  chosen: FeedApply['changed'],
  { items }: FeedState,
): Promise<Map<string, RequestDraft>> {
  const requests = new Map<string, RequestDraft>();
  for (const { external_id, fields } of chosen) {
    const { offer, feedItem } = items.get(external_id) ?? {};
    if (!offer || !feedItem || !fields.some(isPayoutField)) continue;
    const change: Pick<OfferUpdate, 'reward_amount' | 'offer_goals'> = {
      ...(fields.includes('reward_amount') && { reward_amount: convertRupeesToPaise(feedItem.reward_amount) }),
      ...(fields.includes('goals') && { offer_goals: parseGoals(String(feedItem.goals ?? ''), offer.goals) }),
    };
    const facts = await judgeOfferChange(tx, offer, change, rules);
    if (facts) {
      requests.set(external_id, { command: updateOffer.policy.name, input: { offer_id: offer.id, ...change }, facts });
    }
  }
  return requests;
}
