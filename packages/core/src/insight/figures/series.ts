import { toRupees } from '@inaam/contracts/common/money';
import type { DayFigures } from '@inaam/contracts/insights/dashboard-series';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';

interface DayRow {
  day: string;
  users: number;
  clicks: number;
  conversions: number;
  spins: number;
  wins: number;
  used: number;
  revenue_paise: number;
  won_paise: number;
}

/**
 * Reads figures of each day of India's calendar, oldest first. Counts new users and used vouchers by their rows; all
 * other figures come from counters.
 * @param from `YYYY-MM-DD`, at or before `to`
 */
export async function listDailyFigures(kernel: Kernel, from: string, to: string): Promise<DayFigures[]> {
  const rows = await kernel.read(
    (_, sql) => sql<DayRow[]>`
      with wanted as (
        select day::date as day, day at time zone 'Asia/Kolkata' as since,
          (day + interval '1 day') at time zone 'Asia/Kolkata' as until
        from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') day
      ), counted as (
        select day, sum(clicks) as clicks, sum(completions) as conversions, sum(spins) as spins, sum(wins) as wins,
          sum(revenue_paise) as revenue_paise, sum(won_paise) as won_paise
        from offer_days_now() where day between ${from}::date and ${to}::date group by day
      )
      select wanted.day::text as day,
        -- Day bounds use an index; computing the day of every row costs four times as much.
        (select count(*) from users where created_at >= since and created_at < until) as users,
        (select count(*) from vouchers where used_at >= since and used_at < until) as used,
        coalesce(clicks, 0)::bigint as clicks, coalesce(conversions, 0)::bigint as conversions,
        coalesce(spins, 0)::bigint as spins, coalesce(wins, 0)::bigint as wins,
        coalesce(revenue_paise, 0)::bigint as revenue_paise, coalesce(won_paise, 0)::bigint as won_paise
      from wanted left join counted using (day)
      order by 1`,
  );
  return rows.map(({ revenue_paise, won_paise, ...row }) => ({
    ...row,
    revenue: toRupees(revenue_paise),
    voucher_cost: toRupees(won_paise),
    margin: toRupees(revenue_paise - won_paise),
  }));
}

/** Returns the current day of India's calendar by the database's clock: `YYYY-MM-DD`. */
export async function getToday(kernel: Kernel): Promise<string> {
  return oneRow(await kernel.read((_, sql) => sql<{ day: string }[]>`select ist_day(now())::text as day`)).day;
}

/** Shifts a day by a number of days: `YYYY-MM-DD`. */
export const shiftDay = (day: string, by: number): string => {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + by);
  return at.toISOString().slice(0, 10);
};

/** Reads figures of the last `days` days of India's calendar including today, oldest first. */
export async function listRecentDailyFigures(kernel: Kernel, days: number): Promise<DayFigures[]> {
  const last = await getToday(kernel);
  return listDailyFigures(kernel, shiftDay(last, 1 - days), last);
}
