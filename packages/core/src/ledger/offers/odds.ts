import type { Odds } from '@inaam/contracts/offers/odds';
import type { Tx } from '@inaam/db/client';
import { offerOdds, offers } from '@inaam/db/schema/offers';
import { and, eq, sql } from 'drizzle-orm';

/** Column with an offer's current odds. Only for statements that select from `offers`. */
export const currentOddsColumn = sql<Odds>`(select ${offerOdds.odds} from ${offerOdds}
  where ${offerOdds.offerId} = ${offers.id} and ${offerOdds.version} = ${offers.oddsVersion})`;

/** Returns undefined for version 0, the version of an offer without odds. */
async function findOdds(tx: Tx, offerId: number, version: number): Promise<Odds | undefined> {
  const [row] = await tx
    .select({ odds: offerOdds.odds })
    .from(offerOdds)
    .where(and(eq(offerOdds.offerId, offerId), eq(offerOdds.version, version)));
  return row?.odds;
}

export const getOddsByVersion = async (tx: Tx, offerId: number, version: number): Promise<Odds> =>
  (await findOdds(tx, offerId, version)) ?? [];

/**
 * Publishes a new version of an offer's odds if they differ. Earlier completions keep their version. The caller must
 * have locked the offer's row, or inserted the offer in the same transaction.
 * @param version the current version; 0 for an offer without odds
 * @returns an object with the previous odds, which are undefined for the first version; undefined if nothing changed
 */
export async function publishOdds(
  tx: Tx,
  offerId: number,
  version: number,
  odds: Odds,
): Promise<{ before: Odds | undefined } | undefined> {
  const before = await findOdds(tx, offerId, version);
  if (before && areOddsEqual(before, odds)) return undefined;
  await tx.insert(offerOdds).values({ offerId, version: version + 1, odds });
  await tx
    .update(offers)
    .set({ oddsVersion: version + 1 })
    .where(eq(offers.id, offerId));
  return { before };
}

export const areOddsEqual = (a: Odds, b: Odds): boolean =>
  a.length === b.length && a.every(({ amount, permille }, i) => b[i]?.amount === amount && b[i]?.permille === permille);
