import { userListInput } from '@inaam/contracts/identity/users';
import type { Filters } from '../../lists/filters.ts';
import { defineListSearch } from '../../lists/list-search.ts';

export const userSearch = defineListSearch(userListInput, [10, 20, 50, 100]);
export type UserState = typeof userSearch.defaults;

/** The order of the options and their bounds are those of specification section 9. */
export const userFilters: Filters<UserState> = {
  search: { label: 'Search users', placeholder: 'Search name or e-mail', delayMs: 300 },
  choices: [
    {
      name: 'dateRange',
      label: 'Registered',
      options: {
        all: 'Any time',
        today: 'Today',
        yesterday: 'Yesterday',
        last_7_days: 'Last 7 days',
        last_30_days: 'Last 30 days',
        last_90_days: 'Last 90 days',
        this_month: 'This month',
        last_month: 'Last month',
      },
    },
    {
      name: 'performanceFilter',
      label: 'Performance',
      options: {
        all: 'Any performance',
        high: 'High performers (10+)',
        medium: 'Medium (5-9)',
        low: 'Low (1-4)',
        no_completions: 'No completions',
        recent_activity: 'Recent activity (7 days)',
        inactive: 'Inactive (30+ days)',
      },
    },
    {
      name: 'voucherFilter',
      label: 'Vouchers',
      options: {
        all: 'Any vouchers',
        has_vouchers: 'Has vouchers',
        no_vouchers: 'No vouchers',
        multiple_vouchers: 'Multiple vouchers (2+)',
        high_value_vouchers: 'High value vouchers (₹100+)',
      },
    },
  ],
  sort: {
    registration_date: 'Registered',
    last_activity: 'Last activity',
    first_name: 'Name',
    email: 'E-mail',
    total_completions: 'Completions',
    spins_used: 'Spins used',
    total_vouchers_won: 'Vouchers won',
    total_revenue_generated: 'Revenue',
  },
};
