import type { OfferClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { and, type SQL } from 'drizzle-orm';
import { isSince } from '../../kernel/date-range.ts';
import { defineList } from '../../kernel/list.ts';
import {
  type CompletionContext,
  completionSources,
  getOfferSources,
  hasUserType,
  matchesOffers,
  type Outcome,
  outcomes,
} from '../conversions/completion-filters.ts';
import type { Counted } from '../conversions/figures.ts';
import type { SearchMatches } from '../conversions/text-search.ts';

/** Completions with the filters of the list of clicks, for its figures and for sorting by columns of completions. */

const outcomeByStatus: Record<Exclude<OfferClickListInput['conversionStatus'], 'all'>, Outcome> = {
  voucher_won: 'won',
  no_voucher: 'lost',
  spinner_used: 'spun',
  spinner_not_used: 'unspun',
};

type Input = Omit<OfferClickListInput, 'sortBy'> & { sortBy: 'completed_at' | 'payout_amount' };

const { completionId, offerId, completedAt, clickedAt, payoutPaise } = completionRows;

export const completedClicks = defineList<Input, CompletionContext, never>({
  sources: completionSources,
  id: completionId,
  filters: {
    offer: (_, context) => matchesOffers(offerId, context),
    // The context already combines the filters `offer` and `offer_id`.
    offer_id: () => undefined,
    // A completion is never earlier than its click, so the index on the completion's time narrows the search.
    dateRange: (range) => and(isSince(completedAt, range), isSince(clickedAt, range)),
    conversionStatus: (status) => (status === 'all' ? undefined : outcomes[outcomeByStatus[status]]),
    userType: hasUserType,
  },
  search: (_, { found }) => found?.where,
  orders: {
    completed_at: { by: [completedAt, completionId] },
    payout_amount: { by: [payoutPaise, completionId], sources: getOfferSources },
  },
  exportOrder: completedAt,
  columns: async () => [],
});

/** Selects matching completions, to compute figures of them. */
export const selectCompleted =
  (input: Omit<OfferClickListInput, 'sortBy'>, context: CompletionContext) =>
  (columns: SQL, most?: number, found: SearchMatches | undefined = context.found): SQL =>
    completedClicks.matching(input, { ...context, found }, columns, most);

/**
 * Returns the filters that counters cover, or the users whose own counters give the figures; undefined if the figures
 * need the rows. No counters cover a date range: it filters by the day of the click, and counters are kept by the day
 * of the completion. With a search, only the users' counters can help, and only if the search matches many users and
 * no other filter is set.
 */
export function getCounted(
  { dateRange, conversionStatus, userType }: OfferClickListInput,
  { found, offerIds }: CompletionContext,
): Counted {
  if (dateRange !== 'all') return undefined;
  const outcome = conversionStatus === 'all' ? undefined : outcomeByStatus[conversionStatus];
  if (!found) return { dateRange, outcome, userType, offerIds };
  return !outcome && userType === 'all' && !offerIds ? found.manyUsers : undefined;
}
