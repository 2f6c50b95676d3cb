import { postbackListInput } from '@inaam/contracts/postbacks/inbox';
import { z } from 'zod';
import { periodOptions } from '../../../lists/common-choices.ts';
import { type Filters, getLabels } from '../../../lists/filters.ts';
import { defineListSearch, type ListInput, type ListUrl } from '../../../lists/list-search.ts';
import { outcomeLabels } from './postback-outcome.tsx';
import { kindLabels } from './postback-words.ts';

/** The URL parameters of the inbox. The inbox is a tab of the network's page, so the parameters include the tab. */
export const inboxSearch = defineListSearch(
  postbackListInput
    .omit({ network_id: true, alerts: true })
    .extend({ tab: z.literal('inbox').optional(), alerts: z.enum(['all', 'only']).default('all') }),
  [25, 50, 100, 200],
);
export type InboxState = typeof inboxSearch.defaults;
export type InboxUrl = ListUrl<InboxState>;

/**
 * The input of the inbox's procedures. It asks for an exact total, because the confirmation of a replay states the
 * number of postbacks.
 */
export function inboxInput(networkId: number, url: InboxUrl & ListInput) {
  const { tab: _tab, total: _total, alerts, ...input } = url;
  return { ...input, ...(alerts === 'only' && { alerts: true }), network_id: networkId };
}

export const inboxFilters: Filters<InboxState> = {
  search: { label: 'Search postbacks', placeholder: 'Click, transaction, IP address', delayMs: 300 },
  more: ['dateRange', 'alerts'],
  choices: [
    {
      name: 'outcome',
      label: 'Outcome',
      options: { all: 'All outcomes', ...getLabels(outcomeLabels) },
    },
    {
      name: 'kind',
      label: 'Event',
      options: { all: 'All events', ...kindLabels },
    },
    {
      name: 'dateRange',
      label: 'Date',
      options: periodOptions,
    },
    {
      name: 'alerts',
      label: 'Alerts',
      options: { all: 'All postbacks', only: 'Alerts only' },
    },
  ],
};
