import { DomainError } from '@inaam/contracts/common/errors';
import type { Tx } from '@inaam/db/client';
import { networks } from '@inaam/db/schema/networks';
import { asc, eq } from 'drizzle-orm';

interface NamedNetwork {
  id: number;
  name: string;
}

/** Returns the first active network, the default for new offers. */
export async function findDefaultNetwork(tx: Tx): Promise<NamedNetwork | undefined> {
  const [network] = await tx
    .select({ id: networks.id, name: networks.name })
    .from(networks)
    .where(eq(networks.active, true))
    .orderBy(asc(networks.id))
    .limit(1);
  return network;
}

/** @throws DomainError BAD_INPUT (no such network) */
export async function getOfferNetwork(db: Pick<Tx, 'select'>, id: number): Promise<NamedNetwork> {
  const [network] = await db.select({ id: networks.id, name: networks.name }).from(networks).where(eq(networks.id, id));
  if (!network) throw new DomainError('BAD_INPUT', { field: 'network_id', text: 'There is no network with this ID' });
  return network;
}
