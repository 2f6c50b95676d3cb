import type { Odds } from '@inaam/contracts/offers/odds';
import type { Tx } from '@inaam/db/client';
import { offerOdds, offers } from '@inaam/db/schema/offers';
import { eq, sql } from 'drizzle-orm';

/** The odds that an offer promises now: a column for statements that select from offers. */
export const presentOdds = sql<Odds>`(select ${offerOdds.odds} from ${offerOdds}
  where ${offerOdds.offerId} = ${offers.id} and ${offerOdds.version} = ${offers.oddsVersion})`;

/**
 * Makes odds the present ones of an offer, which the caller has locked or just made: a new version, unless they are the
 * present ones already. Completions of before keep the version that they refer to.
 * @param version the offer's present version; 0 for an offer that has none yet
 * @returns the odds of before, where there were others
 */
export async function promiseOdds(
  tx: Tx,
  offerId: number,
  version: number,
  odds: Odds,
): Promise<{ before: Odds | undefined } | undefined> {
  const [present] = await tx
    .select({ odds: offerOdds.odds })
    .from(offerOdds)
    .where(sql`${offerOdds.offerId} = ${offerId} and ${offerOdds.version} = ${version}`);
  if (present && sameOdds(present.odds, odds)) return undefined;
  await tx.insert(offerOdds).values({ offerId, version: version + 1, odds });
  await tx
    .update(offers)
    .set({ oddsVersion: version + 1 })
    .where(eq(offers.id, offerId));
  return { before: present?.odds };
}

export const sameOdds = (a: Odds, b: Odds): boolean =>
  a.length === b.length && a.every(({ amount, tenths }, i) => b[i]?.amount === amount && b[i]?.tenths === tenths);
