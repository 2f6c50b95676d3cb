import { toRupees } from '@inaam/contracts/common/money';
import { type FeedChange, type FeedDifference, type FeedField, feedFields } from '@inaam/contracts/networks/feed';
import type { Tx } from '@inaam/db/client';
import { feedOffers } from '@inaam/db/schema/network-tools';
import { offers } from '@inaam/db/schema/offers';
import { asc, eq } from 'drizzle-orm';
import { sha256 } from '../../kernel/digest.ts';
import { type FeedItem, GOAL_PARTS } from './parse.ts';

type Offer = typeof offers.$inferSelect;

/** Converts an offer to the fields of a feed item. */
export const toFeedFields = (offer: Offer): FeedItem => ({
  title: offer.title,
  description: offer.description,
  offer_url: offer.offerUrl,
  preview_url: offer.previewUrl,
  picture_url: offer.pictureUrl,
  steps: offer.steps.join('\n'),
  category: offer.category,
  model: offer.model,
  targeting: offer.targeting,
  reward_amount: toRupees(offer.rewardPaise),
  goals: offer.goals
    .map(({ goal_id, name, payout_paise }) =>
      [goal_id, name, payout_paise === null ? '' : toRupees(payout_paise)].join(GOAL_PARTS),
    )
    .join('\n'),
});

/**
 * Compares an offer with the feed item of the same external ID. A field of the offer counts as edited here if it
 * differs from the last imported value, or if the offer was never imported. If only the field was never imported, it
 * counts as edited unless it is empty.
 */
export function diffFeedItem(offerItem: FeedItem, feedItem: FeedItem, applied: Partial<FeedItem> | null): FeedChange[] {
  return feedFields.flatMap((field: FeedField) =>
    // A field that an older snapshot lacks is no change. Goals are no change if the feed lists no goals.
    offerItem[field] === feedItem[field] ||
    feedItem[field] === undefined ||
    (field === 'goals' && feedItem.goals === '')
      ? []
      : [
          {
            field,
            offer_value: offerItem[field],
            feed_value: feedItem[field],
            is_edited_here:
              applied === null || (field in applied ? applied[field] !== offerItem[field] : !!offerItem[field]),
          },
        ],
  );
}

export interface FeedState {
  difference: FeedDifference;
  hash: string;
  unchanged: number;
  /** By external ID: the listed items, and imported items that are no longer listed. */
  items: Map<string, { feedItem: FeedItem; applied: Partial<FeedItem> | null; offer: Offer | undefined }>;
}

/** Compares the fetched list with the network's offers, and locks the offers until the changes are applied. */
export async function compareFeed(tx: Tx, networkId: number): Promise<FeedState> {
  const rows = await tx
    .select()
    .from(feedOffers)
    .where(eq(feedOffers.networkId, networkId))
    .orderBy(asc(feedOffers.firstSeen), asc(feedOffers.externalId));
  const networkOffers = await tx
    .select()
    .from(offers)
    .where(eq(offers.networkId, networkId))
    .orderBy(asc(offers.id))
    // This lock does not block clicks and completions.
    .for('no key update');
  const byId = new Map(networkOffers.map((offer) => [offer.id, offer]));
  // If several offers have the same external ID, the oldest one is compared.
  const byExternalId = new Map(networkOffers.toReversed().map((offer) => [offer.externalOfferId, offer]));
  const difference: FeedDifference = { new: [], changed: [], gone: [] };
  const items: FeedState['items'] = new Map();
  let unchanged = 0;
  for (const { externalId: external_id, snapshot, applied: storedApplied, offerId, goneAt } of rows) {
    const offer = (offerId === null ? undefined : byId.get(offerId)) ?? byExternalId.get(external_id);
    if (goneAt !== null) {
      if (offerId !== null && offer?.active)
        difference.gone.push({ external_id, offer_id: offer.id, title: offer.title });
      if (offerId !== null) items.set(external_id, { feedItem: snapshot as FeedItem, applied: null, offer });
      continue;
    }
    const feedItem = snapshot as FeedItem;
    const applied = storedApplied as Partial<FeedItem> | null;
    items.set(external_id, { feedItem, applied, offer });
    if (!offer) {
      difference.new.push({ external_id, values: feedItem });
      continue;
    }
    const changes = diffFeedItem(toFeedFields(offer), feedItem, applied);
    if (changes.length === 0) unchanged += 1;
    else difference.changed.push({ external_id, offer_id: offer.id, title: offer.title, changes });
  }
  const hash = sha256(JSON.stringify(difference), 'base64url');
  return { difference, hash, unchanged, items };
}
