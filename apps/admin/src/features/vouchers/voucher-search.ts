import { voucherListInput, voucherTypeNames } from '@inaam/contracts/vouchers/vouchers';
import { type Filters, getLabels } from '../../lists/filters.ts';
import { defineListSearch } from '../../lists/list-search.ts';
import { statuses } from './voucher-names.ts';

// The screen decides whether codes are masked, so the URL does not contain `codes`.
export const voucherSearch = defineListSearch(voucherListInput.omit({ codes: true }), [25, 50, 100, 200]);
export type VoucherState = typeof voucherSearch.defaults;

/** @param brands the brands in stock, as options of the brand filter */
export const voucherFilters = (brands: readonly string[]): Filters<VoucherState> => ({
  search: { label: 'Search vouchers', placeholder: 'Search vouchers', delayMs: 300 },
  choices: [
    {
      name: 'status',
      label: 'Status',
      options: { all: 'All statuses', ...getLabels(statuses) },
    },
    {
      name: 'voucher_type',
      label: 'Type',
      options: { all: 'All types', ...voucherTypeNames },
    },
    {
      name: 'brand',
      label: 'Brand',
      options: [{ value: '', label: 'All brands' }, ...brands.map((brand) => ({ value: brand, label: brand }))],
    },
    {
      name: 'amount_range',
      label: 'Amount',
      options: {
        all: 'All amounts',
        '0-50': '₹0–50',
        '51-100': '₹51–100',
        '101-500': '₹101–500',
        '501-1000': '₹501–1,000',
        '1001+': '₹1,001+',
      },
    },
    {
      name: 'expiry_filter',
      label: 'Expiry',
      options: {
        all: 'Any expiry',
        expiring_soon: 'Expiring soon (7 days)',
        expiring_this_month: 'Expiring this month',
        expired: 'Expired',
        valid: 'Valid',
      },
    },
  ],
  more: ['voucher_type', 'amount_range'],
  sort: {
    created_at: 'Created',
    expiry_date: 'Expiry',
    voucher_amount: 'Amount',
    voucher_brand: 'Brand',
    voucher_type: 'Type',
    status: 'Status',
    assigned_at: 'Assigned',
  },
});
