import { text } from '@inaam/contracts/common/text';
import { differenceListInput } from '@inaam/contracts/networks/statements';
import { z } from 'zod';
import type { Filters } from '../../../lists/filters.ts';
import { defineListSearch, type ListInput, type ListUrl } from '../../../lists/list-search.ts';
import { differenceWords } from './statement-words.ts';

/**
 * The URL parameters of the list of differences. The list is in a tab of the network's page, so the parameters include
 * the tab and the month.
 */
export const statementSearch = defineListSearch(
  differenceListInput
    .omit({ statement_id: true })
    .extend({ tab: z.literal('statements').optional(), month: text(7).optional() }),
  [25, 50, 100, 200],
);
export type StatementState = typeof statementSearch.defaults;
export type StatementUrl = ListUrl<StatementState>;

/** The input of the list's procedures. */
export function differencesInput(statementId: number, url: StatementUrl & ListInput) {
  const { tab: _tab, month: _month, ...input } = url;
  return { ...input, statement_id: statementId };
}

export const differenceFilters: Filters<StatementState> = {
  search: { label: 'Search differences', placeholder: 'Transaction, click, offer', delayMs: 300 },
  choices: [
    {
      name: 'difference',
      label: 'Difference',
      options: {
        all: 'All differences',
        ...(Object.fromEntries(Object.entries(differenceWords).map(([kind, { label }]) => [kind, label])) as Record<
          keyof typeof differenceWords,
          string
        >),
      },
    },
    { name: 'state', label: 'State', options: { open: 'Open', accepted: 'Accepted', all: 'Open and accepted' } },
  ],
  linked: [{ name: 'day', label: 'Day' }],
};
