import { toRupees } from '@inaam/contracts/common/money';
import type { DayFigures } from '@inaam/contracts/insights/dashboard-series';
import type { Kernel } from '../kernel/kernel.ts';

interface DayRow {
  day: string;
  users: number;
  clicks: number;
  conversions: number;
  revenue_paise: number;
  won_paise: number;
}

/** The figures of the last days in India, today included, oldest first; from the counters. */
export async function dailyFigures(kernel: Kernel, days: number): Promise<DayFigures[]> {
  const rows = await kernel.read(
    (_, sql) => sql<DayRow[]>`
      with wanted as (select (ist_day(now()) - back)::date as day from generate_series(0, ${days - 1}::int) back),
      counted as (
        select day, sum(clicks) as clicks, sum(completions) as conversions, sum(revenue_paise) as revenue_paise,
          sum(won_paise) as won_paise
        from offer_days_now() where day > ist_day(now()) - ${days}::int group by day
      ), joined as (
        select ist_day(created_at) as day, count(*) as users from users
        where created_at >= (ist_day(now()) - ${days - 1}::int)::timestamp at time zone 'Asia/Kolkata' group by 1
      )
      select wanted.day::text, coalesce(users, 0) as users, coalesce(clicks, 0)::bigint as clicks,
        coalesce(conversions, 0)::bigint as conversions, coalesce(revenue_paise, 0)::bigint as revenue_paise,
        coalesce(won_paise, 0)::bigint as won_paise
      from wanted left join counted using (day) left join joined using (day) order by 1`,
  );
  return rows.map(({ day, users, clicks, conversions, revenue_paise, won_paise }) => ({
    day,
    users,
    clicks,
    conversions,
    revenue: toRupees(revenue_paise),
    voucher_cost: toRupees(won_paise),
    margin: toRupees(revenue_paise - won_paise),
  }));
}
