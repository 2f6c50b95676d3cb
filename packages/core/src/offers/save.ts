import type { AuditAction } from '@inaam/contracts/audit/actions';
import { DomainError } from '@inaam/contracts/common/errors';
import { DEFAULT_ODDS } from '@inaam/contracts/offers/odds';
import type { AdminOffer, OfferCreate, OfferFields, OfferUpdate } from '@inaam/contracts/offers/offers';
import type { Tx } from '@inaam/db/client';
import { offerDays } from '@inaam/db/schema/insights';
import { networks } from '@inaam/db/schema/networks';
import { offers } from '@inaam/db/schema/offers';
import { asc, eq, sql } from 'drizzle-orm';
import type { Actor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import { toColumns } from '../kernel/columns.ts';
import { offerColumns } from './columns.ts';
import { offerView } from './offer-view.ts';

type OfferRow = typeof offers.$inferSelect;

interface NamedNetwork {
  id: number;
  name: string;
}

async function firstActive(tx: Tx): Promise<NamedNetwork | undefined> {
  const [network] = await tx
    .select({ id: networks.id, name: networks.name })
    .from(networks)
    .where(eq(networks.active, true))
    .orderBy(asc(networks.id))
    .limit(1);
  return network;
}

/** @throws DomainError BAD_INPUT where there is no such network */
async function networkOf(tx: Tx, id: number): Promise<NamedNetwork> {
  const [network] = await tx.select({ id: networks.id, name: networks.name }).from(networks).where(eq(networks.id, id));
  if (!network) throw new DomainError('BAD_INPUT', { field: 'network_id', text: 'network_id: is of no network' });
  return network;
}

/**
 * Makes an offer. It belongs to the network that is named, else to the first active one; an offer of none can be completed
 * by any.
 * @throws DomainError BAD_INPUT (a network that there is not)
 */
export async function createOffer(tx: Tx, actor: Actor, input: OfferCreate): Promise<AdminOffer> {
  const network = input.network_id === undefined ? await firstActive(tx) : await networkOf(tx, input.network_id);
  const fields = {
    ...input,
    network_id: network?.id ?? null,
    preview_url: input.preview_url ?? null,
    spinner_config: input.spinner_config ?? DEFAULT_ODDS,
  } satisfies Record<keyof OfferFields, unknown>;
  const [offer] = await tx.insert(offers).values(toColumns(offerColumns, fields)).returning();
  if (!offer) throw new Error('an insert returned no row');
  await audit(tx, actor, { action: 'offers.create', subject: String(offer.id), after: offer });
  return offerView(offer, network?.name ?? null, { completions: 0, spins: 0, revenuePaise: 0, days: 1 });
}

/**
 * Changes what is given and nothing else. New odds count for completions from then on.
 * @throws DomainError OFFER_NOT_FOUND, BAD_INPUT (a network that there is not)
 */
export async function updateOffer(tx: Tx, actor: Actor, input: OfferUpdate): Promise<AdminOffer> {
  const { offer_id: id, ...fields } = input;
  if (fields.network_id !== undefined) await networkOf(tx, fields.network_id);
  const after = await change(tx, actor, 'offers.update', id, toColumns(offerColumns, fields));
  const network = after.networkId === null ? null : (await networkOf(tx, after.networkId)).name;
  return offerView(after, network, await figuresOf(tx, after.id));
}

/**
 * Takes an offer from the users' list; who has completed it keeps the spin. Doing it twice is the same as once.
 * @throws DomainError OFFER_NOT_FOUND
 */
export async function deactivateOffer(tx: Tx, actor: Actor, offerId: number): Promise<void> {
  await change(tx, actor, 'offers.deactivate', offerId, { active: false });
}

async function change(
  tx: Tx,
  actor: Actor,
  action: AuditAction,
  id: number,
  changes: Partial<OfferRow>,
): Promise<OfferRow> {
  const [before] = await tx.select().from(offers).where(eq(offers.id, id)).for('update');
  if (!before) throw new DomainError('OFFER_NOT_FOUND');
  const changed = Object.entries(changes).filter(
    ([column, value]) => JSON.stringify(before[column as keyof OfferRow]) !== JSON.stringify(value),
  );
  if (changed.length === 0) return before;
  const [after] = await tx
    .update(offers)
    .set({ ...Object.fromEntries(changed), updatedAt: sql`now()` })
    .where(eq(offers.id, id))
    .returning();
  if (!after) throw new Error('an update returned no row');
  const pick = (row: OfferRow) =>
    Object.fromEntries(changed.map(([column]) => [column, row[column as keyof OfferRow]]));
  await audit(tx, actor, { action, subject: String(id), before: pick(before), after: pick(after) });
  return after;
}

async function figuresOf(tx: Tx, offerId: number) {
  const [row] = await tx
    .select({
      completions: sql<number>`coalesce(sum(${offerDays.completions}), 0)`.mapWith(Number),
      spins: sql<number>`coalesce(sum(${offerDays.spins}), 0)`.mapWith(Number),
      revenuePaise: sql<number>`coalesce(sum(${offerDays.revenuePaise}), 0)`.mapWith(Number),
      days: sql<number>`(select ist_day(now()) - ist_day(${offers.createdAt}) + 1 from ${offers} where ${offers.id} = ${offerId})`.mapWith(
        Number,
      ),
    })
    .from(offerDays)
    .where(eq(offerDays.offerId, offerId));
  return row ?? { completions: 0, spins: 0, revenuePaise: 0, days: 1 };
}
