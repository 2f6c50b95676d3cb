import type { SqlClient } from '@inaam/db/client';

/**
 * Returns the time in seconds within which nine in ten of an offer's recent completions arrived, as shown on the
 * offer's card.
 * @returns null if too few completions have arrived
 */
export async function getUsualSeconds(sql: SqlClient, offerId: number): Promise<number | null> {
  const [row] = await sql<{ usual_seconds: number }[]>`
    select usual_seconds from offer_completion_times where offer_id = ${offerId}`;
  return row?.usual_seconds ?? null;
}
