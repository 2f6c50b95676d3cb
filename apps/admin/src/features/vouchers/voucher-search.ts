import { voucherListInput, voucherStatuses, voucherTypes } from '@inaam/contracts/vouchers/vouchers';
import type { Filters } from '../../lists/filters.ts';
import { defineListSearch } from '../../lists/list-search.ts';
import { statuses, typeNames } from './voucher-names.ts';

// Whether codes come masked is the screen's business, not its address's.
export const voucherSearch = defineListSearch(voucherListInput.omit({ codes: true }), [25, 50, 100, 200]);
type VoucherState = typeof voucherSearch.defaults;

/** @param brands those in stock, so that a brand is chosen and not spelled */
export const voucherFilters = (brands: readonly string[]): Filters<VoucherState> => ({
  search: { label: 'Search vouchers', placeholder: 'Search vouchers', delayMs: 300 },
  choices: [
    {
      name: 'status',
      label: 'Status',
      options: [
        { value: 'all', label: 'All statuses' },
        ...voucherStatuses.map((value) => ({ value, label: statuses[value].label })),
      ],
    },
    {
      name: 'voucher_type',
      label: 'Type',
      options: [
        { value: 'all', label: 'All types' },
        ...voucherTypes.map((value) => ({ value, label: typeNames[value] })),
      ],
    },
    {
      name: 'brand',
      label: 'Brand',
      options: [{ value: '', label: 'All brands' }, ...brands.map((brand) => ({ value: brand, label: brand }))],
    },
    {
      name: 'amount_range',
      label: 'Amount',
      options: [
        { value: 'all', label: 'All amounts' },
        { value: '0-50', label: '₹0–50' },
        { value: '51-100', label: '₹51–100' },
        { value: '101-500', label: '₹101–500' },
        { value: '501-1000', label: '₹501–1,000' },
        { value: '1001+', label: '₹1,001+' },
      ],
    },
    {
      name: 'expiry_filter',
      label: 'Expiry',
      options: [
        { value: 'all', label: 'Any expiry' },
        { value: 'expiring_soon', label: 'Expiring soon (7 days)' },
        { value: 'expiring_this_month', label: 'Expiring this month' },
        { value: 'expired', label: 'Expired' },
        { value: 'valid', label: 'Valid' },
      ],
    },
  ],
  sort: {
    options: [
      { value: 'created_at', label: 'Created' },
      { value: 'expiry_date', label: 'Expiry' },
      { value: 'voucher_amount', label: 'Amount' },
      { value: 'voucher_brand', label: 'Brand' },
      { value: 'voucher_type', label: 'Type' },
      { value: 'status', label: 'Status' },
      { value: 'assigned_at', label: 'Assigned' },
    ],
  },
});
