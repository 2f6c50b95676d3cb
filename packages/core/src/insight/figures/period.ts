import type { ReportInput } from '@inaam/contracts/insights/report';
import { shiftDay } from './series.ts';

/** From one day to another, both included: `YYYY-MM-DD`. */
export interface DayRange {
  from: string;
  to: string;
}

const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;
/** The last day of the month before. */
const endBefore = (day: string): string => shiftDay(firstOf(day), -1);
const DAY_MS = 86_400_000;
const lengthOf = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** The same day of the year before; 28 February for a 29th. */
function yearBefore(day: string): string {
  const moved = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return moved.endsWith('-02-29') ? moved.replace(/29$/, '28') : moved;
}

/** The days of a period. @param now today, in India */
export function getDayRange({ period, from, to }: Pick<ReportInput, 'period' | 'from' | 'to'>, now: string): DayRange {
  switch (period) {
    case 'today':
      return { from: now, to: now };
    case 'this_month':
      return { from: firstOf(now), to: now };
    case 'last_month':
      return { from: firstOf(endBefore(now)), to: endBefore(now) };
    case 'custom':
      return { from: from ?? now, to: to ?? now };
    case '7':
    case '30':
    case '90':
      return { from: shiftDay(now, 1 - Number(period)), to: now };
  }
}

/**
 * What a period is compared with. A month that is under way is compared with as much of the month before, a whole one
 * with the whole one before; anything else with as many days right before it.
 */
export function getPreviousDayRange(
  span: DayRange,
  { period, compare, before_from: from, before_to: to }: Omit<ReportInput, 'from' | 'to'>,
): DayRange | null {
  if (compare === 'off') return null;
  if (compare === 'own') return from !== undefined && to !== undefined ? { from, to } : null;
  if (compare === 'year') return { from: yearBefore(span.from), to: yearBefore(span.to) };
  const monthEnd = endBefore(span.from);
  if (period === 'last_month') return { from: firstOf(monthEnd), to: monthEnd };
  if (period === 'this_month') {
    const sameDay = shiftDay(firstOf(monthEnd), lengthOf(span) - 1);
    return { from: firstOf(monthEnd), to: sameDay < monthEnd ? sameDay : monthEnd };
  }
  return { from: shiftDay(span.from, -lengthOf(span)), to: shiftDay(span.from, -1) };
}
