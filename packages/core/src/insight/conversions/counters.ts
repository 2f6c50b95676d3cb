import type { Db } from '@inaam/db/client';
import { conversionDays, conversionTotals } from '@inaam/db/schema/figures';
import { conversionDaysNow, conversionTotalsNow } from '@inaam/db/views/figures';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type DateRange, isSinceDay } from '../../kernel/date-range.ts';
import type { Outcome } from './completion-filters.ts';

/** Figures of completions that the feed has counted: by offer and kind of user, of all days or by day. */

export interface Figures {
  total: number;
  revenuePaise: number;
  spins: number;
  wins: number;
  wonPaise: number;
}

/** Filters that counters know. */
export interface CountedFilters {
  dateRange: DateRange;
  outcome: Outcome | undefined;
  userType: 'all' | 'firebase' | 'email';
  offerIds: readonly number[] | undefined;
}

type Counters = typeof conversionDays | typeof conversionTotals;

/** For each outcome: how many completions there are, and what the networks paid for them. */
const columns: Record<Outcome | 'all', (of: Counters) => { total: SQL; revenue: SQL }> = {
  all: (of) => ({ total: sql`${of.completions}`, revenue: sql`${of.revenuePaise}` }),
  won: (of) => ({ total: sql`${of.won}`, revenue: sql`${of.wonRevenuePaise}` }),
  lost: (of) => ({ total: sql`${of.lost}`, revenue: sql`${of.lostRevenuePaise}` }),
  spun: (of) => ({
    total: sql`${of.won} + ${of.lost}`,
    revenue: sql`${of.wonRevenuePaise} + ${of.lostRevenuePaise}`,
  }),
  unspun: (of) => ({
    total: sql`${of.completions} - ${of.won} - ${of.lost}`,
    revenue: sql`${of.revenuePaise} - ${of.wonRevenuePaise} - ${of.lostRevenuePaise}`,
  }),
};

const nothing = sql`0`;
const sum = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)`.mapWith(Number);

function sumsOf(of: Counters, outcome: Outcome | 'all') {
  const { total, revenue } = columns[outcome](of);
  const { won, lost, wonPaise } = of;
  const hasWins = outcome !== 'lost' && outcome !== 'unspun';
  const hasLosses = outcome !== 'won' && outcome !== 'unspun';
  // No completion that is not confirmed is spun. Counters of days do not know what was confirmed.
  const hasUnapproved = (outcome === 'all' || outcome === 'unspun') && 'approved' in of;
  return {
    total: sum(total),
    revenuePaise: sum(revenue),
    wins: sum(hasWins ? sql`${won}` : nothing),
    spins: sum(sql`${hasWins ? won : nothing} + ${hasLosses ? lost : nothing}`),
    wonPaise: sum(hasWins ? sql`${wonPaise}` : nothing),
    unapproved: sum(hasUnapproved ? sql`${of.completions} - ${of.approved}` : nothing),
  };
}

/** Reads figures from the counters: of all days together, or by day. @returns `unapproved` is 0 with a range */
export async function sumCounters(
  db: Db,
  { dateRange, outcome, userType, offerIds }: CountedFilters,
): Promise<Figures & { unapproved: number }> {
  const ofAllDays = dateRange === 'all';
  const of = ofAllDays ? conversionTotals : conversionDays;
  const [figures] = await db
    .select(sumsOf(of, outcome ?? 'all'))
    .from(ofAllDays ? conversionTotalsNow : conversionDaysNow)
    .where(
      and(
        isSinceDay(conversionDays.day, dateRange),
        offerIds && (offerIds.length === 0 ? sql`false` : inArray(of.offerId, [...offerIds])),
        userType === 'all' ? undefined : eq(of.google, userType === 'firebase'),
      ),
    );
  return figures ?? { total: 0, revenuePaise: 0, spins: 0, wins: 0, wonPaise: 0, unapproved: 0 };
}
