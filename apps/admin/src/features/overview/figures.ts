import { formatRupees } from '@inaam/contracts/common/format';
import type { Dashboard } from '@inaam/contracts/insights/insights';

/** The day's aims that the progress bars measure against: specification section 2. */
export const USERS_PER_DAY = 10;
export const CONVERSIONS_PER_DAY = 20;

export interface Progress {
  label: string;
  /** `4 of 10` */
  words: string;
  /** 0 to 100: what is beyond the aim still fills the bar once. */
  percent: number;
}

const share = (part: number, whole: number): number =>
  whole > 0 ? Math.min(100, Math.max(0, (part / whole) * 100)) : 0;

const oneDecimal = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const count = new Intl.NumberFormat('en-IN');

/** `1,843` */
export const formatCount = (n: number): string => count.format(n);

/** Conversions per user in percent, one decimal; a dash while there are no users. */
export const conversionRate = ({ total_conversions, total_users }: Dashboard['stats']): string =>
  total_users > 0 ? `${oneDecimal.format((total_conversions / total_users) * 100)}%` : '–';

export function progressBars(stats: Dashboard['stats']): Progress[] {
  const { new_users_today, conversions_today, revenue_today, total_revenue } = stats;
  const revenueShare = share(revenue_today, total_revenue);
  return [
    {
      label: 'New users today',
      words: `${formatCount(new_users_today)} of ${USERS_PER_DAY}`,
      percent: share(new_users_today, USERS_PER_DAY),
    },
    {
      label: 'Conversions today',
      words: `${formatCount(conversions_today)} of ${CONVERSIONS_PER_DAY}`,
      percent: share(conversions_today, CONVERSIONS_PER_DAY),
    },
    {
      label: 'Revenue today',
      words: `${oneDecimal.format(revenueShare)}% of ${formatRupees(total_revenue)}`,
      percent: revenueShare,
    },
  ];
}
