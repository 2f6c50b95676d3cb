import { postbackKinds, postbackOutcomes } from '@inaam/contracts/networks/networks';
import { inboxListInput } from '@inaam/contracts/postbacks/inbox';
import { z } from 'zod';
import { periodOptions } from '../../lists/common-choices.ts';
import type { Filters } from '../../lists/filters.ts';
import { defineListSearch, type ListBase, type ListUrl } from '../../lists/list-search.ts';
import { outcomes } from '../../record/outcomes.ts';
import { tabIds } from './network-tabs.tsx';
import { kinds } from './network-words.ts';

/** A network's page: which tab is open is its own business; the rest is the inbox's. */
export const networkSearch = defineListSearch(
  inboxListInput
    .omit({ network_id: true, alerts: true })
    .extend({ tab: z.enum(tabIds).default('health'), alerts: z.enum(['all', 'only']).default('all') }),
  [25, 50, 100, 200],
);
export type NetworkState = typeof networkSearch.defaults;
export type NetworkUrl = ListUrl<NetworkState>;

/** What the inbox's procedures are asked, from what the address holds. */
export function inboxInput(networkId: number, url: NetworkUrl & ListBase) {
  const { tab: _tab, alerts, ...input } = url;
  return { ...input, ...(alerts === 'only' && { alerts: true }), network_id: networkId };
}

export const inboxFilters: Filters<NetworkState> = {
  search: { label: 'Search calls', placeholder: 'Click, transaction, address', delayMs: 300 },
  choices: [
    {
      name: 'outcome',
      label: 'Outcome',
      options: [
        { value: 'all', label: 'All outcomes' },
        ...postbackOutcomes.map((value) => ({ value, label: outcomes[value].label })),
      ],
    },
    {
      name: 'kind',
      label: 'Says',
      options: [
        { value: 'all', label: 'Says anything' },
        ...postbackKinds.map((value) => ({ value, label: kinds[value] })),
      ],
    },
    {
      name: 'dateRange',
      label: 'Date',
      options: periodOptions,
    },
    {
      name: 'alerts',
      label: 'Alerts',
      options: [
        { value: 'all', label: 'All calls' },
        { value: 'only', label: 'Alerts only' },
      ],
    },
  ],
};
