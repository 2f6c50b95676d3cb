import { postbackOutcomes } from '@inaam/contracts/networks/networks';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';

/** A share of fewer postbacks is not meaningful. */
const MIN_POSTBACKS = 10;
/** Percent. Even a healthy network has a few parked postbacks: reversals that arrive before the completion. */
const PARKED_ALERT_PERCENT = 20;

/**
 * The parked share of a network's postbacks of the last 24 hours, in percent; null if they are fewer than ten. Refused
 * and unjudged postbacks do not count.
 */
export interface ParkedShare {
  parked_share: number | null;
  is_parking: boolean;
}

/** Returns the share of parked postbacks of a network. */
export async function getParkedShare(kernel: Kernel, networkId: number): Promise<ParkedShare> {
  const rows = await kernel.read(
    (_, sql) => sql<{ total: number; parked: number }[]>`
      select coalesce(sum(1 + repeats), 0)::bigint as total,
        coalesce(sum(1 + repeats) filter (where outcome = 'parked'), 0)::bigint as parked
      from postbacks
      where network_id = ${networkId} and received_at > now() - interval '24 hours' and outcome <> 'refused'`,
  );
  const { total, parked } = oneRow(rows);
  const share = total < MIN_POSTBACKS ? null : Math.round((100 * parked) / total);
  return { parked_share: share, is_parking: share !== null && share >= PARKED_ALERT_PERCENT };
}

/** Postbacks of the last 24 hours. */
export interface RecentPostbackCounts {
  accepted: number;
  refused: number;
  alerts: number;
  /** null unless the network parks unusually many postbacks. */
  parked_share: number | null;
}

interface Row {
  network_id: number;
  accepted: number;
  refused: number;
  alerts: number;
  may_be_parking: boolean;
}

/**
 * Counts the postbacks of the last 24 hours of each network. Most are accepted, so an index counts all postbacks, and
 * the rows with other outcomes are subtracted. This ignores repeats of accepted postbacks. They would only lower the
 * share of parked postbacks, so the exact share is read only for networks where it may be high.
 */
export async function countRecentPostbacks(kernel: Kernel): Promise<Map<number, RecentPostbackCounts>> {
  const others = postbackOutcomes.filter((outcome) => outcome !== 'accepted');
  const rows = await kernel.read(
    (_, sql) => sql<Row[]>`
      with others as (
        select network_id, count(*) as calls, count(*) filter (where outcome = 'refused') as refused,
          count(*) filter (where outcome is null) as unjudged,
          sum(1 + repeats) filter (where outcome = 'parked') as parked
        from postbacks
        where received_at > now() - interval '24 hours' and (outcome = any(${others}) or outcome is null)
        group by network_id
      ),
      days as materialized (
        select n.id as network_id, coalesce(o.calls, 0) as others, coalesce(o.refused, 0) as refused,
          coalesce(o.unjudged, 0) as unjudged, coalesce(o.parked, 0) as parked,
          (select count(*) from postbacks where network_id = n.id and received_at > now() - interval '24 hours') as calls,
          (select count(*) from postbacks
            where network_id = n.id and alert is not null and received_at > now() - interval '24 hours') as alerts
        from networks n left join others o on o.network_id = n.id
      )
      select network_id, calls - others as accepted, refused, alerts,
        parked > 0 and 100 * parked >= ${PARKED_ALERT_PERCENT - 0.5}::float8 * (calls - refused - unjudged)
          as may_be_parking
      from days`,
  );
  return new Map(
    await Promise.all(
      rows.map(async ({ network_id: id, may_be_parking: mayBeParking, ...day }) => {
        const share = mayBeParking ? await getParkedShare(kernel, id) : undefined;
        return [id, { ...day, parked_share: share?.is_parking ? share.parked_share : null }] as const;
      }),
    ),
  );
}
