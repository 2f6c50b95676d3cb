import { DomainError } from '@inaam/contracts/errors';
import type { NetworkHealth } from '@inaam/contracts/network-inbox';
import { postbackOutcomes } from '@inaam/contracts/networks';
import { networks } from '@inaam/db/schema/networks';
import { postbacks } from '@inaam/db/schema/postbacks';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { inboxColumns, toInboxRow } from '../completions/inbox-row.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { toIsoOrNull } from '../kernel/rows.ts';

interface Pause {
  last_call_at: string | null;
  silence: number | null;
  usual: number | null;
  unjudged: number;
}

const HOUR = 3600;

/** How a network is doing. @throws DomainError NETWORK_NOT_FOUND */
export async function networkHealth(kernel: Kernel, networkId: number, days: number): Promise<NetworkHealth> {
  const [found, [pause], counts, alerts] = await Promise.all([
    kernel.read((db) => db.select({ id: networks.id }).from(networks).where(eq(networks.id, networkId))),
    // Of the last 500 calls, so that the answer does not depend on how long the network has been calling.
    kernel.read(
      (_, sql) => sql<Pause[]>`
        with recent as (
          select received_at, received_at - lag(received_at) over (order by received_at) as pause
          from (select received_at from postbacks where network_id = ${networkId} and outcome is distinct from 'refused'
            order by received_at desc limit 500) last
        )
        select max(received_at) as last_call_at, extract(epoch from now() - max(received_at))::float8 as silence,
          case when count(pause) >= 20
            then extract(epoch from percentile_disc(0.9) within group (order by pause))::float8 end as usual,
          (select count(*) from postbacks where network_id = ${networkId} and outcome is null) as unjudged
        from recent`,
    ),
    kernel.read(
      (_, sql) => sql<{ day: string; outcome: string | null; calls: number }[]>`
        select wanted.day::text, counted.outcome, coalesce(counted.calls, 0) as calls
        from (select (ist_day(now()) - back)::date as day from generate_series(0, ${days - 1}::int) back) wanted
        left join (
          select ist_day(received_at) as day, outcome, count(*) as calls from postbacks
          where network_id = ${networkId} and outcome is not null
            and received_at >= (ist_day(now()) - ${days - 1}::int)::timestamp at time zone 'Asia/Kolkata'
          group by 1, 2
        ) counted using (day) order by 1`,
    ),
    kernel.read((db) =>
      db
        .select(inboxColumns)
        .from(postbacks)
        .where(and(eq(postbacks.networkId, networkId), isNotNull(postbacks.alert)))
        .orderBy(desc(postbacks.id))
        .limit(20),
    ),
  ]);
  if (found.length === 0) throw new DomainError('NETWORK_NOT_FOUND');
  const byDay = new Map<string, NetworkHealth['days'][number]>();
  for (const { day, outcome, calls } of counts) {
    const none = { accepted: 0, repeat: 0, pending: 0, reversed: 0, refused: 0, parked: 0, ignored: 0 };
    const figures = byDay.get(day) ?? { day, ...none };
    const name = postbackOutcomes.find((each) => each === outcome);
    if (name) figures[name] = calls;
    byDay.set(day, figures);
  }
  const usual = pause?.usual == null ? null : Math.round(Math.max(3 * pause.usual, HOUR));
  const silence = pause?.silence == null ? null : Math.round(pause.silence);
  return {
    last_call_at: toIsoOrNull(pause?.last_call_at ?? null),
    silence_seconds: silence,
    usual_silence_seconds: usual,
    is_silent: usual !== null && silence !== null && silence > usual,
    days: [...byDay.values()],
    unjudged: pause?.unjudged ?? 0,
    alerts: alerts.map(toInboxRow),
  };
}
