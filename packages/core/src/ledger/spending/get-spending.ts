import { toRupees } from '@inaam/contracts/common/money';
import type { PausablePart, Spending, SpendPeriod } from '@inaam/contracts/spending/spending';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow, toIso } from '../../kernel/rows.ts';

interface PauseRow {
  part: PausablePart;
  since: string;
  until: string | null;
  note: string | null;
}

interface CeilingRow {
  offer_id: number;
  title: string | null;
  period: SpendPeriod;
  paise: number;
  spent_paise: number;
  ends_at: string;
  is_lifted: boolean;
}

/**
 * Returns the pauses, each ceiling with the cost of the spins that it limits, and the cost of all spins this hour and
 * today.
 */
export async function getSpending(kernel: Pick<Kernel, 'read'>): Promise<Spending> {
  const [pauses, ceilings, sums] = await Promise.all([
    kernel.read(
      (_, sql) => sql<PauseRow[]>`
        select part, since, until, note from pauses where until is null or until > now() order by part`,
    ),
    kernel.read(
      (_, sql) => sql<CeilingRow[]>`
        select c.offer_id, o.title, c.period, c.paise, c.spent_paise, c.ends_at, c.is_lifted
        from list_ceilings() c left join offers o on o.id = c.offer_id
        order by c.offer_id > 0, lower(o.title) collate "und-x-icu", c.offer_id, c.period desc`,
    ),
    kernel.read(
      (_, sql) => sql<{ hour: number; day: number }[]>`
        select coalesce(greatest(sum(won_paise) filter (where hour = ist_hour(now())),
            sum(expected_paise) filter (where hour = ist_hour(now()))), 0)::bigint as hour,
          coalesce(greatest(sum(won_paise), sum(expected_paise)), 0)::bigint as day
        from spend_since(ist_midnight(ist_day(now())))`,
    ),
  ]);
  const { hour, day } = oneRow(sums);
  return {
    pauses: pauses.map(({ part, since, until, note }) => ({
      part,
      since: toIso(since),
      until: until === null ? null : toIso(until),
      note,
    })),
    ceilings: ceilings.map(({ offer_id, title, period, paise, spent_paise, ends_at, is_lifted }) => ({
      offer_id: offer_id === 0 ? null : offer_id,
      title,
      period,
      rupees: toRupees(paise),
      spent: toRupees(spent_paise),
      ends_at: toIso(ends_at),
      is_lifted,
    })),
    hour: toRupees(hour),
    day: toRupees(day),
  };
}
