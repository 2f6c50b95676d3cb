import { type MessageKind, messageKinds, messageListInput } from '@inaam/contracts/messages/messages';
import type { Filters } from '../../lists/filters.ts';
import { defineListSearch } from '../../lists/list-search.ts';

export const messageSearch = defineListSearch(messageListInput, [25, 50, 100, 200]);
export type MessageState = typeof messageSearch.defaults;

export const statusWords = {
  queued: 'Queued',
  sent: 'Sent',
  failed: 'Failed',
  suppressed: 'Suppressed',
} as const;

export const channelWords = { mail: 'Mail', push: 'Push' } as const;

const kinds = Object.entries(messageKinds) as [MessageKind, (typeof messageKinds)[MessageKind]][];

export const messageFilters: Filters<MessageState> = {
  search: { label: 'Search messages', placeholder: 'E-mail starts with…', delayMs: 300 },
  choices: [
    { name: 'status', label: 'Status', options: { all: 'All statuses', ...statusWords } },
    { name: 'channel', label: 'Channel', options: { all: 'All channels', ...channelWords } },
    {
      name: 'kind',
      label: 'Kind',
      options: {
        all: 'All kinds',
        ...(Object.fromEntries(kinds.map(([kind, { words }]) => [kind, words])) as Record<MessageKind, string>),
      },
    },
  ],
};
