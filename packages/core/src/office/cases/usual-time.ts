import type { MoveSql } from '@inaam/db/client';

/**
 * Within how many seconds after the click nine in ten of an offer's last completions came from its network, as counted
 * last: what the offer's card says, too.
 * @returns null where too few have
 */
export async function getUsualSeconds(sql: MoveSql, offerId: number): Promise<number | null> {
  const [row] = await sql<{ usual_seconds: number }[]>`
    select usual_seconds from offer_completion_times where offer_id = ${offerId}`;
  return row?.usual_seconds ?? null;
}
