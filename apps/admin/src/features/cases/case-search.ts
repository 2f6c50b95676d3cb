import { caseListInput } from '@inaam/contracts/cases/cases';
import { periodOptions } from '../../lists/common-choices.ts';
import type { Filters } from '../../lists/filters.ts';
import { defineListSearch } from '../../lists/list-search.ts';

export const caseSearch = defineListSearch(caseListInput, [25, 50, 100]);
export type CaseState = typeof caseSearch.defaults;

/** @param networks id and name of every network */
export const caseFilters = (networks: readonly { value: string; label: string }[]): Filters<CaseState> => ({
  search: { label: 'Search cases', placeholder: 'Search user, offer, click ID', delayMs: 500 },
  choices: [
    {
      name: 'status',
      label: 'Status',
      options: { all: 'All statuses', open: 'Open', credited: 'Credited', closed: 'Closed' },
    },
    { name: 'network_id', label: 'Network', options: [{ value: '', label: 'All networks' }, ...networks] },
    {
      name: 'dateRange',
      label: 'Opened',
      options: periodOptions,
    },
  ],
});
