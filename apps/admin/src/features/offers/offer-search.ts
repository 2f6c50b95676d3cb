import { type categories, offerListInput } from '@inaam/contracts/offers/offers';
import type { Filters } from '../../lists/filters.ts';
import { defineListSearch } from '../../lists/list-search.ts';
import { offerStatuses } from './offer-state.ts';

export const offerSearch = defineListSearch(offerListInput, [10, 25, 50, 100]);
export type OfferState = typeof offerSearch.defaults;

const categoryNames: Record<(typeof categories)[number], string> = {
  Survey: 'Survey',
  App: 'App',
  Game: 'Game',
  Shopping: 'Shopping',
};

export const offerFilters: Filters<OfferState> = {
  search: { label: 'Search offers', placeholder: 'Search offers', delayMs: 300 },
  choices: [
    {
      name: 'status',
      label: 'Status',
      options: {
        all: 'All statuses',
        active: offerStatuses.active.label,
        inactive: offerStatuses.inactive.label,
        scheduled: offerStatuses.scheduled.label,
        ended: offerStatuses.ended.label,
        archived: offerStatuses.archived.label,
      },
    },
    {
      name: 'category',
      label: 'Category',
      options: { all: 'All categories', ...categoryNames },
    },
  ],
  sort: { created_at: 'Created', title: 'Title', total_conversions: 'Conversions', total_revenue: 'Revenue' },
};
