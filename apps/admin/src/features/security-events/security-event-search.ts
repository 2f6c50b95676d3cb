import {
  type SecurityEventKind,
  securityEventKinds,
  securityEventListInput,
} from '@inaam/contracts/security-events/security-events';
import { periodOptions } from '../../lists/common-choices.ts';
import type { Filters } from '../../lists/filters.ts';
import { defineListSearch } from '../../lists/list-search.ts';

export const securityEventSearch = defineListSearch(securityEventListInput, [25, 50, 100, 200]);
export type SecurityEventState = typeof securityEventSearch.defaults;

const DELAY_MS = 300;

export const realmWords = { user: 'User app', admin: 'Back-office' } as const;

export const securityEventFilters: Filters<SecurityEventState> = {
  search: { label: 'Search security events', placeholder: 'Name or request ID', delayMs: DELAY_MS },
  texts: [
    { name: 'actor', label: 'Who', placeholder: 'Who', delayMs: DELAY_MS },
    { name: 'ip', label: 'IP address', placeholder: 'IP address', delayMs: DELAY_MS },
  ],
  more: ['ip', 'realm'],
  choices: [
    {
      name: 'kind',
      label: 'Event',
      options: { all: 'All events', ...securityEventKinds } satisfies Record<'all' | SecurityEventKind, string>,
    },
    { name: 'realm', label: 'App', options: { all: 'Both apps', ...realmWords } },
    { name: 'dateRange', label: 'Date', options: periodOptions },
  ],
};
