import type { ReportInput } from '@inaam/contracts/insights/report';
import { shiftDay } from './series.ts';

/** A range of days as `YYYY-MM-DD`; both ends are included. */
export interface DayRange {
  from: string;
  to: string;
}

const getFirstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
const getPreviousMonthEnd = (day: string): string => shiftDay(getFirstOfMonth(day), -1);
const DAY_MS = 86_400_000;
const countDays = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Returns the same day a year earlier; 28 February for 29 February. */
function getSameDayLastYear(day: string): string {
  const moved = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return moved.endsWith('-02-29') ? moved.replace(/29$/, '28') : moved;
}

/** Returns the days of a period. @param now the current day of India's calendar */
export function getDayRange({ period, from, to }: Pick<ReportInput, 'period' | 'from' | 'to'>, now: string): DayRange {
  switch (period) {
    case 'today':
      return { from: now, to: now };
    case 'this_month':
      return { from: getFirstOfMonth(now), to: now };
    case 'last_month':
      return { from: getFirstOfMonth(getPreviousMonthEnd(now)), to: getPreviousMonthEnd(now) };
    case 'custom':
      return { from: from ?? now, to: to ?? now };
    case '7':
    case '30':
    case '90':
      return { from: shiftDay(now, 1 - Number(period)), to: now };
  }
}

/**
 * Returns the period to compare with: a custom one, the same days a year earlier, or the days before. In the last case,
 * the current month is compared with the same days of the previous month, the last month with the month before it, and
 * any other period with the same number of days immediately before.
 * @returns null if nothing is compared, or if a custom period is incomplete
 */
export function getPreviousDayRange(
  span: DayRange,
  { period, compare, before_from: from, before_to: to }: Omit<ReportInput, 'from' | 'to'>,
): DayRange | null {
  if (compare === 'off') return null;
  if (compare === 'own') return from !== undefined && to !== undefined ? { from, to } : null;
  if (compare === 'year') return { from: getSameDayLastYear(span.from), to: getSameDayLastYear(span.to) };
  const monthEnd = getPreviousMonthEnd(span.from);
  if (period === 'last_month') return { from: getFirstOfMonth(monthEnd), to: monthEnd };
  if (period === 'this_month') {
    const sameDay = shiftDay(getFirstOfMonth(monthEnd), countDays(span) - 1);
    return { from: getFirstOfMonth(monthEnd), to: sameDay < monthEnd ? sameDay : monthEnd };
  }
  return { from: shiftDay(span.from, -countDays(span)), to: shiftDay(span.from, -1) };
}
