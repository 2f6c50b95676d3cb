import { offerClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { completionStates } from '@inaam/contracts/completions/states';
import { offerChoice, periodOptions } from '../../lists/common-choices.ts';
import type { Filters } from '../../lists/filters.ts';
import { defineListSearch } from '../../lists/list-search.ts';

// The screen decides whether codes are masked, so the URL does not contain `codes`.
export const offerClickSearch = defineListSearch(offerClickListInput.omit({ codes: true }), [10, 25, 50, 100]);
export type OfferClickState = typeof offerClickSearch.defaults;

/** @param offers id and title of every offer */
export const offerClickFilters = (offers: readonly { value: string; label: string }[]): Filters<OfferClickState> => ({
  search: { label: 'Search offer clicks', placeholder: 'Search user, offer, click ID', delayMs: 500 },
  choices: [
    offerChoice(offers),
    {
      name: 'dateRange',
      label: 'Date',
      options: periodOptions,
    },
    {
      name: 'conversionStatus',
      label: 'Conversion',
      options: {
        all: 'All clicks',
        voucher_won: 'Won or owed',
        no_voucher: completionStates.no_win,
        spinner_used: 'Spun',
        spinner_not_used: 'Completed, not spun',
      },
    },
    {
      name: 'userType',
      label: 'Users',
      options: { all: 'All users', firebase: 'Google Users', email: 'Email Users' },
    },
  ],
  linked: [{ name: 'offer', label: 'Offer' }],
  sort: { created_at: 'Clicked', completed_at: 'Completed', payout_amount: 'Payout', title: 'Offer', email: 'User' },
  clearLabel: 'Clear Filters',
});
