import type { Kernel } from '../../kernel/kernel.ts';

/** A share of fewer postbacks is not meaningful. */
const MIN_CALLS = 10;
/** Percent. A healthy network parks an occasional early reversal. */
export const PARKED_ALERT_PERCENT = 20;

/** Percent of the authenticated postbacks of the last 24 hours. */
export interface ParkedShare {
  parked_share: number | null;
  is_parking: boolean;
}

/** Postbacks of the last 24 hours. */
export interface LastDay extends ParkedShare {
  accepted: number;
  refused: number;
  alerts: number;
}

interface Row {
  network_id: number;
  accepted: number;
  refused: number;
  alerts: number;
  /** Postbacks and repeats. */
  calls: number;
  parked: number;
}

/**
 * Counts the postbacks of the last 24 hours by network, in one pass over all of them.
 * @param networkId one network; all that called by default
 */
export async function getLastDays(kernel: Kernel, networkId?: number): Promise<Map<number, LastDay>> {
  const rows = await kernel.read(
    (_, sql) => sql<Row[]>`
      select network_id, count(*) filter (where outcome = 'accepted') as accepted,
        count(*) filter (where outcome = 'refused') as refused, count(alert) as alerts,
        coalesce(sum(1 + repeats) filter (where outcome <> 'refused'), 0)::bigint as calls,
        coalesce(sum(1 + repeats) filter (where outcome = 'parked'), 0)::bigint as parked
      from postbacks
      where received_at > now() - interval '24 hours' and network_id = coalesce(${networkId ?? null}::bigint, network_id)
      group by network_id`,
  );
  return new Map(
    rows.map(({ network_id, calls, parked, ...day }) => {
      const share = calls < MIN_CALLS ? null : Math.round((100 * parked) / calls);
      return [network_id, { ...day, parked_share: share, is_parking: share !== null && share >= PARKED_ALERT_PERCENT }];
    }),
  );
}

/** Returns the share of parked calls by network. @param networkId as for {@link getLastDays} */
export async function getParkedShares(kernel: Kernel, networkId?: number): Promise<Map<number, ParkedShare>> {
  const days = await getLastDays(kernel, networkId);
  return new Map([...days].map(([id, { parked_share, is_parking }]) => [id, { parked_share, is_parking }]));
}
