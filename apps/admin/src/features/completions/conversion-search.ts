import { conversionListInput } from '@inaam/contracts/completions/conversions';
import { completionStates } from '@inaam/contracts/completions/states';
import { offerChoice, periodOptions } from '../../lists/common-choices.ts';
import type { Filters } from '../../lists/filters.ts';
import { defineListSearch } from '../../lists/list-search.ts';

// The screen decides whether codes are masked, so the URL does not contain `codes`.
export const conversionSearch = defineListSearch(conversionListInput.omit({ codes: true }), [50]);
export type ConversionState = typeof conversionSearch.defaults;

/** @param offers id and title of every offer */
export const conversionFilters = (offers: readonly { value: string; label: string }[]): Filters<ConversionState> => ({
  search: { label: 'Search conversions', placeholder: 'Search user or offer', delayMs: 500 },
  choices: [
    offerChoice(offers),
    {
      name: 'dateRange',
      label: 'Date',
      options: periodOptions,
    },
    {
      name: 'voucherFilter',
      label: 'Voucher',
      // An owed voucher (its amount is out of stock) counts as won.
      options: { all: 'Any voucher', won: 'Won or owed', lost: completionStates.no_win },
    },
    {
      name: 'state',
      label: 'State',
      options: { all: 'All states', ...completionStates },
    },
  ],
  linked: [{ name: 'offer', label: 'Offer' }],
});
