import { toRupees } from '@inaam/contracts/common/money';
import { type ExpiringSoon, LOW_STOCK_DAYS, type StockForecast } from '@inaam/contracts/insights/dashboard-series';
import type { Kernel } from '../../kernel/kernel.ts';

const SOON_DAYS = 14;

interface ForecastRow extends Omit<StockForecast, 'amount'> {
  amount_paise: number;
}

/**
 * Returns the stock of each amount that is in stock, owed or offered: available vouchers, owed wins (wins that wait for
 * a voucher), days left at the rate of the last two weeks, and whether the stock is low (SQL function
 * `stock_forecast`).
 */
export async function forecastStock(kernel: Kernel): Promise<StockForecast[]> {
  const rows = await kernel.read(
    (_, sql) => sql<ForecastRow[]>`
      select amount_paise, available, owed, per_day::float8 as per_day, days_left, is_low
      from stock_forecast(${LOW_STOCK_DAYS}::int)`,
  );
  return rows.map(({ amount_paise, ...rest }) => ({ amount: toRupees(amount_paise), ...rest }));
}

/** Lists vouchers that expire within two weeks, soonest first. */
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
