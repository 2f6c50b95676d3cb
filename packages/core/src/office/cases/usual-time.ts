import type { SqlClient } from '@inaam/db/client';

/**
 * Returns the time in seconds, from the click, within which nine in ten of an offer's recent completions arrived. The
 * offer's card shows the same time.
 * @returns null if too few completions have arrived
 */
export async function getUsualSeconds(sql: SqlClient, offerId: number): Promise<number | null> {
  const [row] = await sql<{ usual_seconds: number }[]>`
    select usual_seconds from offer_completion_times where offer_id = ${offerId}`;
  return row?.usual_seconds ?? null;
}
