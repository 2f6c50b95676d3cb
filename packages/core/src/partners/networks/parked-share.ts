import type { Kernel } from '../../kernel/kernel.ts';

/** A share of fewer calls is not meaningful. */
const MIN_CALLS = 10;
/** Percent. A healthy network parks an occasional early reversal. */
export const PARKED_ALERT_PERCENT = 20;

/** Percent of the authenticated calls of the last 24 hours. */
export interface ParkedShare {
  parked_share: number | null;
  is_parking: boolean;
}

/**
 * Returns the share of parked calls by network.
 * @param networkId one network; all that called by default
 */
export async function getParkedShares(kernel: Kernel, networkId?: number): Promise<Map<number, ParkedShare>> {
  const rows = await kernel.read(
    (_, sql) => sql<{ network_id: number; calls: number; parked: number }[]>`
      select network_id, sum(1 + repeats)::bigint as calls,
        coalesce(sum(1 + repeats) filter (where outcome = 'parked'), 0)::bigint as parked
      from postbacks
      where received_at > now() - interval '24 hours' and outcome <> 'refused'
        and network_id = coalesce(${networkId ?? null}::bigint, network_id)
      group by network_id`,
  );
  return new Map(
    rows.map(({ network_id, calls, parked }) => {
      const share = calls < MIN_CALLS ? null : Math.round((100 * parked) / calls);
      return [network_id, { parked_share: share, is_parking: share !== null && share >= PARKED_ALERT_PERCENT }];
    }),
  );
}
