import type { MoveSql } from '@inaam/db/client';

/** Fewer say nothing about the next one. */
const ENOUGH = 10;
const LOOKED_AT = 200;

/**
 * Within how many seconds after the click nine in ten of an offer's last completions came from its network.
 * @returns null where too few have
 */
export async function usualSeconds(sql: MoveSql, offerId: number): Promise<number | null> {
  const [row] = await sql<{ seconds: number | null }[]>`
    select case when count(*) >= ${ENOUGH}::int
      then extract(epoch from percentile_disc(0.9) within group (order by took))::float8 end as seconds
    from (
      select c.approved_at - k.created_at as took from completion_states c join clicks k on k.id = c.click_id
      where c.offer_id = ${offerId} and c.source = 'network' and c.approved_at is not null
      order by c.completed_at desc limit ${LOOKED_AT}::int
    ) last`;
  return row?.seconds == null ? null : Math.max(Math.round(row.seconds), 1);
}
