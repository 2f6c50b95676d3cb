import { categories, offerListInput } from '@inaam/contracts/offers/offers';
import type { Filters } from '../../lists/filters.ts';
import { defineListSearch } from '../../lists/list-search.ts';

export const offerSearch = defineListSearch(offerListInput, [10, 25, 50, 100]);
type OfferState = typeof offerSearch.defaults;

export const offerFilters: Filters<OfferState> = {
  search: { label: 'Search offers', placeholder: 'Search offers', delayMs: 300 },
  choices: [
    {
      name: 'status',
      label: 'Status',
      options: [
        { value: 'all', label: 'All statuses' },
        { value: 'active', label: 'Active' },
        { value: 'inactive', label: 'Inactive' },
      ],
    },
    {
      name: 'category',
      label: 'Category',
      options: [{ value: 'all', label: 'All categories' }, ...categories.map((c) => ({ value: c, label: c }))],
    },
  ],
  sort: {
    options: [
      { value: 'created_at', label: 'Created' },
      { value: 'title', label: 'Title' },
      { value: 'total_conversions', label: 'Conversions' },
      { value: 'total_revenue', label: 'Revenue' },
    ],
  },
};
