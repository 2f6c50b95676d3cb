import { deliveryListInput, TEST_EVENT, type WebhookEvent, webhookEvents } from '@inaam/contracts/webhooks/webhooks';
import type { Filters, Option } from '../../lists/filters.ts';
import { defineListSearch } from '../../lists/list-search.ts';

export const webhookSearch = defineListSearch(deliveryListInput, [25, 50, 100, 200]);
export type WebhookState = typeof webhookSearch.defaults;

export const statusWords = { queued: 'Queued', delivered: 'Delivered', failed: 'Failed' } as const;

/** The label of an event or of a test event. */
export const getEventLabel = (kind: string): string =>
  kind === TEST_EVENT ? 'A test' : (webhookEvents[kind as WebhookEvent] ?? kind);

/** @param endpoints ID and name of every endpoint */
export const webhookFilters = (endpoints: readonly Option[]): Filters<WebhookState> => ({
  search: { label: 'Search events', placeholder: 'Event ID or record ID', delayMs: 300 },
  choices: [
    { name: 'status', label: 'Status', options: { all: 'All statuses', ...statusWords } },
    { name: 'kind', label: 'Event', options: { all: 'All events', ...webhookEvents, [TEST_EVENT]: 'A test' } },
    { name: 'endpoint', label: 'Endpoint', options: [{ value: '', label: 'All endpoints' }, ...endpoints] },
  ],
});
