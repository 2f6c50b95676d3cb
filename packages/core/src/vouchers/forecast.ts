import { toRupees } from '@inaam/contracts/common/money';
import type { ExpiringSoon, StockForecast } from '@inaam/contracts/insights/dashboard-series';
import type { Kernel } from '../kernel/kernel.ts';

/** Days that the present rate is taken over. */
const RATE_DAYS = 14;
const SOON_DAYS = 14;

interface ForecastRow {
  amount_paise: number;
  available: number;
  owed: number;
  won: number;
}

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/**
 * For each amount that is in stock, owed, or promised by an active offer: how long it lasts at the rate of the last
 * two weeks.
 */
export async function forecastStock(kernel: Kernel): Promise<StockForecast[]> {
  const rows = await kernel.read(
    (_, sql) => sql<ForecastRow[]>`
      with free as (
        select amount_paise, sum(total - expired - awarded)::bigint as n from voucher_counts_now() group by 1
      ), over as (
        -- Their day is over, and nobody has taken them from the stock yet.
        select amount_paise, count(*) as n from free_vouchers where expiry_date < ist_day(now()) group by 1
      ), stock as (
        select amount_paise, free.n - coalesce(over.n, 0) as available
        from free left join over using (amount_paise) where free.n > coalesce(over.n, 0)
      ), waiting as (
        select amount_paise, count(*) as owed from owed_wins group by 1
      ), recent as (
        -- What went out, and what would have: each counted by itself, since awards are many.
        select amount_paise, sum(n)::bigint as won
        from (
          select amount_paise, count(*) as n from voucher_awards
          where awarded_at >= now() - ${RATE_DAYS} * interval '1 day' group by 1
          union all
          select amount_paise, count(*) from owed_wins
          where owed_since >= now() - ${RATE_DAYS} * interval '1 day' group by 1
        ) wanted
        group by 1
      ), promised as (
        select distinct r.amount_paise
        from offers o join offer_odds_outcomes r on r.offer_id = o.id and r.version = o.odds_version
        where o.active
      )
      select amount_paise, coalesce(available, 0) as available, coalesce(owed, 0) as owed, coalesce(won, 0) as won
      from (
        select amount_paise from stock union select amount_paise from waiting union select amount_paise from promised
      ) amounts
      left join stock using (amount_paise) left join waiting using (amount_paise) left join recent using (amount_paise)
      order by amount_paise`,
  );
  return rows.map(({ amount_paise, available, owed, won }) => ({
    amount: toRupees(amount_paise),
    available,
    owed,
    per_day: oneDecimal(won / RATE_DAYS),
    days_left: won === 0 ? null : Math.floor((available * RATE_DAYS) / won),
  }));
}

/** What expires within two weeks, soonest first. */
export async function listExpiringSoon(kernel: Kernel): Promise<ExpiringSoon[]> {
  const rows = await kernel.read(
    (_, sql) => sql<{ brand: string; amount_paise: number; expiry_date: string; count: number }[]>`
      select v.brand, v.amount_paise, f.expiry_date::text, count(*)
      from free_vouchers f join vouchers v on v.id = f.voucher_id
      where f.expiry_date between ist_day(now()) and ist_day(now()) + ${SOON_DAYS}::int
      group by 1, 2, 3 order by 3, 1, 2`,
  );
  return rows.map(({ brand, amount_paise, expiry_date, count }) => ({
    voucher_brand: brand,
    amount: toRupees(amount_paise),
    expiry_date,
    count,
  }));
}
