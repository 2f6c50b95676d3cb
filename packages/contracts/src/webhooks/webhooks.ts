import { z } from 'zod';
import { pageInput, pagination } from '../common/lists.ts';
import { id, requiredText, text, webUrl, wholeNumber } from '../common/text.ts';

/**
 * Webhook events by the Standard Webhooks specification: headers `webhook-id`, `webhook-timestamp` and
 * `webhook-signature`, body `{type, timestamp, data}`. Money in rupees, times ISO 8601.
 */

/** Every event → its description for admins. packages/db/src/functions/webhooks.sql builds the data of the events. */
export const webhookEvents = {
  'completion.confirmed': 'A completion was confirmed',
  'completion.adopted': 'A network’s transaction replaced a credit by hand',
  'completion.reversed': 'A completion was reversed',
  'goal.confirmed': 'A further goal or transaction was paid',
  'goal.reversed': 'A further goal or transaction was reversed',
  'spin.settled': 'A spin was settled',
  'win.owed': 'A win waits for stock',
  'win.filled': 'A win that waited got its voucher',
  'voucher.used': 'A voucher was used',
  'user.suspended': 'A user was suspended',
  'stock.low': 'The stock of an amount is low',
} as const;

/** The event that an admin sends to one endpoint as a test. */
export const TEST_EVENT = 'endpoint.test';

export type WebhookEvent = keyof typeof webhookEvents;
export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];
export const isWebhookEvent = (kind: string): kind is WebhookEvent => Object.hasOwn(webhookEvents, kind);

/** Events that are sent to the trackers of traffic sources. */
export const trackerEventNames = [
  'completion.confirmed',
  'completion.adopted',
  'completion.reversed',
  'goal.confirmed',
  'goal.reversed',
] as const;

/** Macros of a tracker's URL → their meaning. */
export const trackerMacros = {
  source_click: 'the traffic source’s ID of the click',
  payout: 'the payout in rupees',
  currency: 'INR',
  status: 'approved or reversed',
  event: 'the event, such as completion.confirmed',
  event_id: 'an ID that is the same for every repeat of the event',
  transaction_id: 'the network’s transaction',
  completion_id: 'the completion',
  offer_id: 'the offer',
  goal_id: 'the goal; empty where there is none',
  time: 'Unix time in seconds',
} as const;
export type TrackerMacro = keyof typeof trackerMacros;

export const findMacros = (url: string): string[] => [...url.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);

const trackerUrl = requiredText(2000).superRefine((url, issues) => {
  const unknown = findMacros(url).find((name) => !Object.hasOwn(trackerMacros, name));
  if (unknown !== undefined) issues.addIssue({ code: 'custom', message: `{${unknown}} is not a known macro` });
  else if (!findMacros(url).includes('source_click')) {
    issues.addIssue({ code: 'custom', message: 'must have {source_click} in it' });
  } else if (!webUrl.safeParse(url.replaceAll(/\{[^{}]*\}/g, 'x')).success) {
    issues.addIssue({ code: 'custom', message: 'must be an http or https address' });
  }
});

const sourceName = text(40)
  .transform((value) => value.toLowerCase())
  .pipe(z.string().regex(/^[a-z0-9][a-z0-9_-]*$/, 'must be lower-case letters, digits, - and _'));

const name = requiredText(80);
const events = z.array(z.enum(webhookEventNames)).max(webhookEventNames.length);

export const endpointCreateInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('webhook'), name, url: webUrl, events: events.default([]) }),
  z.object({ kind: z.literal('tracker'), name, url: trackerUrl, source: sourceName }),
]);
export type EndpointCreate = z.output<typeof endpointCreateInput>;

export const endpointIdInput = z.object({ endpoint_id: id });

/** Absent fields stay unchanged. `active: true` also enables an endpoint that was disabled because of failures. */
export const endpointUpdateInput = endpointIdInput.extend({
  name: name.optional(),
  url: requiredText(2000).optional(),
  events: events.optional(),
  active: z.boolean().optional(),
});
export type EndpointUpdate = z.output<typeof endpointUpdateInput>;

/** The URL of each kind of endpoint. The kind of an endpoint cannot change. */
export const endpointUrlSchemas = { webhook: webUrl, tracker: trackerUrl } as const;

export const rotateEndpointInput = endpointIdInput.extend({
  /** For this many hours, deliveries are signed with the new and the previous secret. */
  overlap_hours: wholeNumber(0, 168).default(24),
});
export type RotateEndpoint = z.output<typeof rotateEndpointInput>;

export const webhookEndpoint = z.object({
  endpoint_id: z.number(),
  kind: z.enum(['webhook', 'tracker']),
  name: z.string(),
  url: z.string(),
  /** An empty list means all events. */
  events: z.array(z.string()),
  source: z.string().nullable(),
  active: z.boolean(),
  disabled_at: z.string().nullable(),
  disabled_reason: z.string().nullable(),
  /** The first failure since the last success. */
  failing_since: z.string().nullable(),
  delivered_at: z.string().nullable(),
  /** When deliveries stop being signed with the previous secret. */
  previous_until: z.string().nullable(),
  queued: z.number(),
  /** `delivered` and `failed` count deliveries of the last 24 hours. */
  delivered: z.number(),
  failed: z.number(),
});
export type WebhookEndpoint = z.output<typeof webhookEndpoint>;
export const endpointList = z.object({ endpoints: z.array(webhookEndpoint) });

export const deliveryStatuses = ['queued', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const deliveryListInput = z.object({
  ...pageInput(50),
  status: z.enum(['all', ...deliveryStatuses]).default('all'),
  kind: z.enum(['all', ...webhookEventNames, TEST_EVENT]).default('all'),
  /** Empty or absent: all endpoints. */
  endpoint: z.union([z.literal('').transform(() => undefined), id]).optional(),
});
export type DeliveryListInput = z.output<typeof deliveryListInput>;

export const deliveryRow = z.object({
  delivery_id: z.number(),
  endpoint_id: z.number(),
  endpoint: z.string(),
  kind: z.string(),
  /** The header `webhook-id`, which is the same for every attempt and endpoint. */
  event_id: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.number(),
  last_status: z.number().nullable(),
  problem: z.string().nullable(),
  at: z.string(),
  settled_at: z.string().nullable(),
  /** The next attempt; null once settled. */
  due_at: z.string().nullable(),
});
export type DeliveryRow = z.output<typeof deliveryRow>;
export const deliveryList = z.object({ deliveries: z.array(deliveryRow), pagination });
export type DeliveryList = z.output<typeof deliveryList>;

export const deliveryIdInput = z.object({ delivery_id: id });

export const deliveryDetail = deliveryRow.extend({
  /** The body as sent. For a tracker, which gets no body, the data of the event. */
  body: z.string(),
  tries: z.array(
    z.object({
      number: z.number(),
      at: z.string(),
      took_ms: z.number(),
      /** null if the endpoint did not answer. */
      status: z.number().nullable(),
      problem: z.string().nullable(),
      answer: z.string().nullable(),
    }),
  ),
});
export type DeliveryDetail = z.output<typeof deliveryDetail>;

/** Maximum number of deliveries that one call resends: one page of the list. */
export const MAX_REPLAYED = 100;
/** Resends one delivery, several deliveries, or all deliveries of an endpoint that failed since a time. */
export const replayInput = z.union([
  deliveryIdInput.strict(),
  z
    .object({
      delivery_ids: z
        .array(id)
        .min(1, 'Please select deliveries')
        .max(MAX_REPLAYED, `At most ${MAX_REPLAYED} deliveries at once`),
    })
    .strict(),
  z.object({ endpoint_id: id, failed_since: z.iso.datetime({ offset: true }) }).strict(),
]);
export type Replay = z.output<typeof replayInput>;
