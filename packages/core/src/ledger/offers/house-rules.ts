import { DomainError } from '@inaam/contracts/common/errors';
import { HOUSE_SLUG, readMilestone } from '@inaam/contracts/offers/milestones';
import type { OfferFields } from '@inaam/contracts/offers/offers';
import type { Tx } from '@inaam/db/client';
import { networks } from '@inaam/db/schema/networks';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor.ts';

/** The rules that apply only to offers of House, the product's own network. */

async function isHouse(tx: Tx, networkId: number | null): Promise<boolean> {
  if (networkId === null) return false;
  const [network] = await tx.select({ slug: networks.slug }).from(networks).where(eq(networks.id, networkId));
  return network?.slug === HOUSE_SLUG;
}

const badInput = (field: keyof OfferFields, text: string) => new DomainError('BAD_INPUT', { field, text });

/**
 * If an offer belongs to House, checks the role of the actor and the fields of the input. No partner pays for such an
 * offer, so only owners decide what it costs.
 * @param before the offer before the change; undefined for a new offer
 * @throws DomainError ROLE_TOO_LOW, BAD_INPUT
 */
export async function requireHouseRules(
  tx: Tx,
  actor: Actor,
  before: { networkId: number | null; externalOfferId: string } | undefined,
  input: { [Field in keyof OfferFields]?: OfferFields[Field] | undefined } = {},
): Promise<void> {
  const was = before !== undefined && (await isHouse(tx, before.networkId));
  const will = input.network_id === undefined ? was : await isHouse(tx, input.network_id);
  if (!was && !will) return;
  if (actor.kind !== 'system' && !(actor.kind === 'admin' && actor.role === 'owner')) {
    throw new DomainError('ROLE_TOO_LOW', { text: 'Only an owner changes milestones.' });
  }
  if (before && was !== will) throw badInput('network_id', 'An offer cannot move to or from House');
  if (!before && readMilestone(input.external_offer_id ?? '') === undefined) {
    throw badInput('external_offer_id', 'Enter the completions needed: a whole number from 1 to 9999');
  }
  if (before && input.external_offer_id !== undefined && input.external_offer_id !== before.externalOfferId) {
    throw badInput('external_offer_id', 'The completions needed cannot change. Add another milestone instead.');
  }
  if ((input.reward_amount ?? 0) > 0) throw badInput('reward_amount', 'A milestone has no payout: enter 0');
  if ((input.offer_goals ?? []).length > 0) throw badInput('offer_goals', 'A milestone has no goals');
}
