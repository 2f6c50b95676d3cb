import { DomainError } from '@inaam/contracts/common/errors';
import type { Db } from '@inaam/db/client';
import { offers } from '@inaam/db/schema/offers';
import { eq } from 'drizzle-orm';

/** Matches valid database IDs. */
const DATABASE_ID = /^[1-9]\d{0,14}$/;

/**
 * Finds the offer that a list's `offer` filter names: by its external ID if that is unique, else by our offer ID.
 * @throws DomainError BAD_INPUT if neither ID finds exactly one offer
 */
export async function findOfferByName(db: Db, name: string): Promise<number> {
  const byExternalId = await db.select({ id: offers.id }).from(offers).where(eq(offers.externalOfferId, name)).limit(2);
  const [only] = byExternalId;
  if (only && byExternalId.length === 1) return only.id;
  if (DATABASE_ID.test(name)) {
    const [offer] = await db
      .select({ id: offers.id })
      .from(offers)
      .where(eq(offers.id, Number(name)));
    if (offer) return offer.id;
  }
  const problem =
    byExternalId.length > 1
      ? 'Offers of several networks have this external ID. Enter the ID that this app gave to the offer.'
      : 'There is no offer with this ID.';
  throw new DomainError('BAD_INPUT', { text: problem, field: 'offer' });
}
