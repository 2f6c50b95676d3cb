import { formatPlural } from '@inaam/contracts/common/format';
import type { StockForecast } from '@inaam/contracts/insights/dashboard-series';
import type { Tone } from '@inaam/ui/badge';

/** The number of days of stock that leaves enough time to buy more. */
const COMFORTABLE_DAYS = 14;
const URGENT_DAYS = 4;

/** How long the stock of an amount lasts, in words, with its urgency. */
export function forecastText({ available, owed, days_left }: StockForecast): { tone: Tone; words: string } {
  if (owed > 0) return { tone: 'bad', words: `${formatPlural(owed, 'winner')} waiting` };
  if (available === 0) return { tone: 'bad', words: 'None in stock' };
  if (days_left === null) return { tone: 'neutral', words: 'No recent wins' };
  if (days_left === 0) return { tone: 'bad', words: 'Runs out today' };
  const words = `Lasts ${formatPlural(days_left, 'day')}`;
  if (days_left < URGENT_DAYS) return { tone: 'bad', words };
  return { tone: days_left < COMFORTABLE_DAYS ? 'warn' : 'good', words };
}
