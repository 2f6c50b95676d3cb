import type { CompletionState } from '@inaam/contracts/completions/states';
import type { Db } from '@inaam/db/client';
import { areCounted, type Figures, figuresFromCounters } from './counters.ts';
import type { CompletionFilters, Matching } from './matching.ts';
import { addUp, inOneSnapshot } from './sums.ts';

/**
 * A state as an outcome, which counters know, without the other states of that outcome, in which few completions are:
 * each completion of an outcome is in just one state of it, see `states` in matching.ts.
 */
const apart: Partial<Record<CompletionState, { outcome: CompletionFilters['outcome']; from: CompletionState[] }>> = {
  no_win: { outcome: 'lost', from: [] },
  won: { outcome: 'won', from: ['owed'] },
  not_spun: { outcome: 'unspun', from: ['withheld', 'pending'] },
};

/**
 * Exact figures of the completions of a state without going through its rows.
 * @param isCapped is it enough to count so many rows and no more?
 * @param figuresOf figures of few completions; undefined where they are not few
 * @returns undefined where counters do not know the other filters, or the others of the outcome are not few
 */
export async function figuresOfState(
  db: Db,
  matching: Matching,
  isCapped: boolean,
  figuresOf: (snapshot: Db, matching: Matching) => Promise<Figures | undefined>,
): Promise<Figures | undefined> {
  const { filters } = matching;
  const way = filters.state && apart[filters.state];
  if (!way) return undefined;
  // Of all offers so many wait that as many as are counted are met sooner.
  if (filters.state === 'not_spun' && !matching.offerIds && isCapped) return undefined;
  const all: Matching = { ...matching, filters: { ...filters, state: undefined, outcome: way.outcome } };
  if (!areCounted(all)) return undefined;
  return inOneSnapshot(db, async (snapshot) => {
    const { unapproved: _, ...figures } = await figuresFromCounters(snapshot, all);
    let left: Figures = figures;
    for (const state of way.from) {
      const others = await figuresOf(snapshot, { ...matching, filters: { ...filters, state } });
      if (!others) return undefined;
      left = addUp(left, others, -1);
    }
    return left;
  });
}
