import { offerClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { offerChoice, periodOptions } from '../../lists/common-choices.ts';
import type { Filters } from '../../lists/filters.ts';
import { defineListSearch } from '../../lists/list-search.ts';

export const offerClickSearch = defineListSearch(offerClickListInput, [10, 25, 50, 100]);
type OfferClickState = typeof offerClickSearch.defaults;

/** @param offers external offer id and title of every offer */
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
      options: [
        { value: 'all', label: 'All conversions' },
        { value: 'voucher_won', label: 'Voucher won' },
        { value: 'no_voucher', label: 'No voucher' },
        { value: 'spinner_used', label: 'Spinner used' },
        { value: 'spinner_not_used', label: 'Spinner not used' },
      ],
    },
    {
      name: 'userType',
      label: 'Users',
      options: [
        { value: 'all', label: 'All users' },
        { value: 'firebase', label: 'Google Users' },
        { value: 'email', label: 'Email Users' },
      ],
    },
  ],
  sort: {
    options: [
      { value: 'completed_at', label: 'Completed' },
      { value: 'payout_amount', label: 'Payout' },
      { value: 'title', label: 'Offer' },
      { value: 'email', label: 'User' },
    ],
  },
  clearLabel: 'Clear Filters',
});
