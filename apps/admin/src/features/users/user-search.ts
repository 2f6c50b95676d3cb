import { userListInput } from '@inaam/contracts/identity/users';
import type { Filters } from '../../lists/filters.ts';
import { defineListSearch } from '../../lists/list-search.ts';

export const userSearch = defineListSearch(userListInput, [10, 20, 50, 100]);
type UserState = typeof userSearch.defaults;

/** In the specification's order and bounds: section 9. */
export const userFilters: Filters<UserState> = {
  search: { label: 'Search users', placeholder: 'Search name or e-mail', delayMs: 300 },
  choices: [
    {
      name: 'dateRange',
      label: 'Registered',
      options: [
        { value: 'all', label: 'Any time' },
        { value: 'today', label: 'Today' },
        { value: 'yesterday', label: 'Yesterday' },
        { value: 'last_7_days', label: 'Last 7 days' },
        { value: 'last_30_days', label: 'Last 30 days' },
        { value: 'last_90_days', label: 'Last 90 days' },
        { value: 'this_month', label: 'This month' },
        { value: 'last_month', label: 'Last month' },
      ],
    },
    {
      name: 'performanceFilter',
      label: 'Performance',
      options: [
        { value: 'all', label: 'Any performance' },
        { value: 'high', label: 'High performers (10+)' },
        { value: 'medium', label: 'Medium (5-9)' },
        { value: 'low', label: 'Low (1-4)' },
        { value: 'no_completions', label: 'No completions' },
        { value: 'recent_activity', label: 'Recent activity (7 days)' },
        { value: 'inactive', label: 'Inactive (30+ days)' },
      ],
    },
    {
      name: 'voucherFilter',
      label: 'Vouchers',
      options: [
        { value: 'all', label: 'Any vouchers' },
        { value: 'has_vouchers', label: 'Has vouchers' },
        { value: 'no_vouchers', label: 'No vouchers' },
        { value: 'multiple_vouchers', label: 'Multiple vouchers (2+)' },
        { value: 'high_value_vouchers', label: 'High value vouchers (₹100+)' },
      ],
    },
  ],
  sort: {
    options: [
      { value: 'registration_date', label: 'Registered' },
      { value: 'last_activity', label: 'Last activity' },
      { value: 'first_name', label: 'Name' },
      { value: 'email', label: 'E-mail' },
      { value: 'total_completions', label: 'Completions' },
      { value: 'spins_used', label: 'Spins used' },
      { value: 'total_vouchers_won', label: 'Vouchers won' },
      { value: 'total_revenue_generated', label: 'Revenue' },
    ],
  },
};
