import { DomainError } from '@inaam/contracts/common/errors';
import type { Tx } from '@inaam/db/client';
import { networks } from '@inaam/db/schema/networks';
import { asc, eq } from 'drizzle-orm';
import { findUnknownPlaceholders } from '../clicks/redirect-url.ts';

interface OfferNetwork {
  id: number;
  name: string;
  linkMacros: typeof networks.$inferSelect.linkMacros;
}

const columns = { id: networks.id, name: networks.name, linkMacros: networks.linkMacros };

/** Returns the first active network, the default for new offers. */
export async function findDefaultNetwork(tx: Tx): Promise<OfferNetwork | undefined> {
  const [network] = await tx
    .select(columns)
    .from(networks)
    .where(eq(networks.active, true))
    .orderBy(asc(networks.id))
    .limit(1);
  return network;
}

/** @throws DomainError BAD_INPUT (no such network) */
export async function getOfferNetwork(db: Pick<Tx, 'select'>, id: number): Promise<OfferNetwork> {
  const [network] = await db.select(columns).from(networks).where(eq(networks.id, id));
  if (!network) throw new DomainError('BAD_INPUT', { field: 'network_id', text: 'There is no network with this ID' });
  return network;
}

/**
 * Requires that all placeholders of an offer's URL are known. A network never confirms a click whose URL contains an
 * unfilled placeholder.
 * @throws DomainError BAD_INPUT naming the first unknown placeholder
 */
export function requireKnownPlaceholders(offerUrl: string, network: OfferNetwork | undefined): void {
  const [unknown] = findUnknownPlaceholders(offerUrl, network?.linkMacros ?? {});
  if (unknown === undefined) return;
  const text = `Offer URL contains ${unknown}, which is not filled in: use {click_id}, {user_id} or {offer_id}`;
  throw new DomainError('BAD_INPUT', { field: 'offer_url', text });
}
