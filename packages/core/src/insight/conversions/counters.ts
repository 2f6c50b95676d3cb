import type { Db } from '@inaam/db/client';
import { conversionDays, conversionTotals } from '@inaam/db/schema/figures';
import { conversionDaysNow, conversionTotalsNow } from '@inaam/db/views/figures';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type DateRange, isSinceDay } from '../../kernel/date-range.ts';
import type { Outcome } from './completion-filters.ts';

/**
 * Figures of completions from counters by offer and user type. The change feed keeps one set of counters for each day
 * and one for all days together.
 */

export interface Figures {
  total: number;
  revenuePaise: number;
  spins: number;
  wins: number;
  wonPaise: number;
}

export interface CountedFilters {
  dateRange: DateRange;
  outcome: Outcome | undefined;
  userType: 'all' | 'firebase' | 'email';
  offerIds: readonly number[] | undefined;
}

type Counters = typeof conversionDays | typeof conversionTotals;

/** The number of completions and the revenue for each outcome. */
const columns: Record<Outcome | 'all', (counters: Counters) => { total: SQL; revenue: SQL }> = {
  all: (counters) => ({ total: sql`${counters.completions}`, revenue: sql`${counters.revenuePaise}` }),
  won: (counters) => ({ total: sql`${counters.won}`, revenue: sql`${counters.wonRevenuePaise}` }),
  lost: (counters) => ({ total: sql`${counters.lost}`, revenue: sql`${counters.lostRevenuePaise}` }),
  spun: (counters) => ({
    total: sql`${counters.won} + ${counters.lost}`,
    revenue: sql`${counters.wonRevenuePaise} + ${counters.lostRevenuePaise}`,
  }),
  unspun: (counters) => ({
    total: sql`${counters.completions} - ${counters.won} - ${counters.lost}`,
    revenue: sql`${counters.revenuePaise} - ${counters.wonRevenuePaise} - ${counters.lostRevenuePaise}`,
  }),
};

const ZERO = sql`0`;
const sum = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)`.mapWith(Number);

function buildSums(counters: Counters, outcome: Outcome | 'all') {
  const { total, revenue } = columns[outcome](counters);
  const { won, lost, wonPaise } = counters;
  const hasWins = outcome !== 'lost' && outcome !== 'unspun';
  const hasLosses = outcome !== 'won' && outcome !== 'unspun';
  // Unapproved completions have no spin. Only the counters for all days have a number of approved completions.
  const hasUnapproved = (outcome === 'all' || outcome === 'unspun') && 'approved' in counters;
  return {
    total: sum(total),
    revenuePaise: sum(revenue),
    wins: sum(hasWins ? sql`${won}` : ZERO),
    spins: sum(sql`${hasWins ? won : ZERO} + ${hasLosses ? lost : ZERO}`),
    wonPaise: sum(hasWins ? sql`${wonPaise}` : ZERO),
    unapproved: sum(hasUnapproved ? sql`${counters.completions} - ${counters.approved}` : ZERO),
  };
}

/**
 * Reads figures from the counters.
 * @returns figures; `unapproved` is 0 if the filters have a date range
 */
export async function sumCounters(
  db: Db,
  { dateRange, outcome, userType, offerIds }: CountedFilters,
): Promise<Figures & { unapproved: number }> {
  const hasNoRange = dateRange === 'all';
  const counters = hasNoRange ? conversionTotals : conversionDays;
  const [figures] = await db
    .select(buildSums(counters, outcome ?? 'all'))
    .from(hasNoRange ? conversionTotalsNow : conversionDaysNow)
    .where(
      and(
        isSinceDay(conversionDays.day, dateRange),
        offerIds && (offerIds.length === 0 ? sql`false` : inArray(counters.offerId, [...offerIds])),
        userType === 'all' ? undefined : eq(counters.google, userType === 'firebase'),
      ),
    );
  return figures ?? { total: 0, revenuePaise: 0, spins: 0, wins: 0, wonPaise: 0, unapproved: 0 };
}
