import { DomainError } from '@inaam/contracts/common/errors';
import type { Db } from '@inaam/db/client';
import { offers } from '@inaam/db/schema/offers';
import { eq } from 'drizzle-orm';

/** Digits that a database id can have. */
const DATABASE_ID = /^[1-9]\d{0,14}$/;

/**
 * The offer that a list's `offer` names: an external id that exactly one offer has, else a number that is an offer's
 * own id (contract, section 7).
 * @throws DomainError BAD_INPUT where it names none, or several
 */
export async function findOfferByName(db: Db, name: string): Promise<number> {
  const byExternalId = await db.select({ id: offers.id }).from(offers).where(eq(offers.externalOfferId, name)).limit(2);
  const [only] = byExternalId;
  if (only && byExternalId.length === 1) return only.id;
  if (DATABASE_ID.test(name)) {
    const [own] = await db
      .select({ id: offers.id })
      .from(offers)
      .where(eq(offers.id, Number(name)));
    if (own) return own.id;
  }
  const problem = byExternalId.length > 1 ? 'is of several networks: give the offer’s own id' : 'is no offer';
  throw new DomainError('BAD_INPUT', { text: `offer: ${problem}`, field: 'offer' });
}
