import { formatCount } from '@inaam/contracts/common/format';
import type { StockForecast } from '@inaam/contracts/insights/dashboard-series';
import { StatusDot } from '@inaam/ui/status-dot';
import { forecastText } from './stock-forecast.ts';

/** How long the stock of an amount lasts, and the figures of this forecast. */
export function StockForecastStatus({ stock }: { stock: StockForecast }) {
  const { tone, words } = forecastText(stock);
  return (
    <>
      <StatusDot tone={tone} wrap>
        {words}
      </StatusDot>
      <span className="block pl-4 text-xs text-muted tabular-nums">
        {formatCount(stock.available)} available · {formatCount(stock.per_day)} won per day
      </span>
    </>
  );
}
