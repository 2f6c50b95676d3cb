import { fraudListInput } from '@inaam/contracts/fraud/fraud';
import { z } from 'zod';
import { periodOptions } from '../../lists/common-choices.ts';
import type { ChoiceFilter, Filters } from '../../lists/filters.ts';
import { defineListSearch } from '../../lists/list-search.ts';

export const tabIds = ['users', 'ips', 'devices'] as const;
export type TabId = (typeof tabIds)[number];

/** The URL parameters of the three lists. The open tab is a URL parameter, but not part of the procedure's input. */
export const fraudSearch = defineListSearch(
  fraudListInput.extend({ tab: z.enum(tabIds).default('users') }),
  [10, 25, 50, 100],
);
export type FraudState = typeof fraudSearch.defaults;

const date: ChoiceFilter<FraudState> = {
  name: 'date_filter',
  label: 'Date',
  options: periodOptions,
};

const subjectOptions = { all: 'All suspicious', multiple: 'Multiple registrations', blocked: 'Blocked only' };

/** Each tab's own status filter. */
const stateFilters: Record<TabId, ChoiceFilter<FraudState>> = {
  users: {
    name: 'user_filter',
    label: 'Status',
    options: { all: 'All statuses', suspicious: 'Suspicious', questionable: 'Questionable', normal: 'Normal' },
  },
  ips: { name: 'ip_filter', label: 'IP addresses', options: subjectOptions },
  devices: { name: 'device_filter', label: 'Devices', options: subjectOptions },
};

const buildFilters = (tab: TabId): Filters<FraudState> => ({
  search: {
    label: 'Search IP addresses, e-mails, names',
    placeholder: 'IP addresses, e-mails, names',
    delayMs: 500,
    submit: 'Search',
  },
  choices: [stateFilters[tab], date],
  sort: { created_at: tab === 'users' ? 'Registered' : 'Last registration', registration_count: 'Registrations' },
});

/** The filters of each tab. */
export const fraudFilters: Record<TabId, Filters<FraudState>> = {
  users: buildFilters('users'),
  ips: buildFilters('ips'),
  devices: buildFilters('devices'),
};
