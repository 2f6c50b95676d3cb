import { DomainError } from '@inaam/contracts/common/errors';
import type { NetworkHealth } from '@inaam/contracts/networks/health';
import { postbackOutcomes } from '@inaam/contracts/networks/networks';
import { postbacks } from '@inaam/db/schema/postbacks';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { postbackColumns, toPostbackRow } from '../postbacks/postback-row.ts';
import { getParkedShare } from './parked-share.ts';
import { getSilences } from './silence.ts';

/**
 * Returns the health of a network.
 * @throws DomainError NETWORK_NOT_FOUND
 */
export async function networkHealth(kernel: Kernel, networkId: number, days: number): Promise<NetworkHealth> {
  const [silenceById, [unjudged], [unauthenticated], parked, counts, alerts] = await Promise.all([
    getSilences(kernel, networkId),
    kernel.read(
      (_, sql) => sql<{ received: number }[]>`
        select count(*) as received from postbacks where network_id = ${networkId} and outcome is null`,
    ),
    kernel.read(
      (_, sql) => sql<{ calls: number; kept: number }[]>`
        select coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(kept), 0)::bigint as kept
          from unauthenticated_calls
        where network_id = ${networkId} and hour > now() - interval '24 hours'`,
    ),
    getParkedShare(kernel, networkId),
    kernel.read(
      (_, sql) => sql<{ day: string; outcome: string | null; received: number }[]>`
        select wanted.day::text, counted.outcome, coalesce(counted.received, 0) as received
        from (select (ist_day(now()) - back)::date as day from generate_series(0, ${days - 1}::int) back) wanted
        left join (
          select day, c.outcome, sum(c.calls)::bigint as received from (
            select ist_day(received_at) as day, outcome, count(*) as calls, sum(repeats) as repeats from postbacks
            where network_id = ${networkId} and outcome is not null
              and received_at >= (ist_day(now()) - ${days - 1}::int)::timestamp at time zone 'Asia/Kolkata'
            group by 1, 2
          ) p
          -- Repeats are counted on the row of the first postback.
          cross join lateral (values (p.outcome, p.calls), ('repeat', p.repeats)) c (outcome, calls)
          where c.calls > 0 group by 1, 2
        ) counted using (day) order by 1`,
    ),
    kernel.read((db) =>
      db
        .select(postbackColumns)
        .from(postbacks)
        .where(and(eq(postbacks.networkId, networkId), isNotNull(postbacks.alert)))
        .orderBy(desc(postbacks.id))
        .limit(20),
    ),
  ]);
  const silence = silenceById.get(networkId);
  if (!silence) throw new DomainError('NETWORK_NOT_FOUND');
  const byDay = new Map<string, NetworkHealth['days'][number]>();
  for (const { day, outcome, received } of counts) {
    const zeros = { accepted: 0, repeat: 0, pending: 0, reversed: 0, refused: 0, parked: 0, ignored: 0 };
    const figures = byDay.get(day) ?? { day, ...zeros };
    const name = postbackOutcomes.find((each) => each === outcome);
    if (name) figures[name] = received;
    byDay.set(day, figures);
  }
  return {
    ...silence,
    days: [...byDay.values()],
    unjudged: unjudged?.received ?? 0,
    unauthenticated: unauthenticated ?? { calls: 0, kept: 0 },
    ...parked,
    alerts: alerts.map(toPostbackRow),
  };
}
