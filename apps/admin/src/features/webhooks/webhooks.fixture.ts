import type { DeliveryDetail, DeliveryRow, WebhookEndpoint } from '@inaam/contracts/webhooks/webhooks';

const AT = '2026-07-19T06:30:00.000Z';

/** A healthy endpoint. */
export const anEndpoint = (changed: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  endpoint_id: 3,
  kind: 'webhook',
  name: 'Orders',
  url: 'https://hooks.example.com/in',
  events: [],
  source: null,
  active: true,
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
  delivered_at: AT,
  previous_until: null,
  queued: 0,
  delivered: 40,
  failed: 0,
  ...changed,
});

/** A delivery that failed. */
export const aDelivery = (changed: Partial<DeliveryRow> = {}): DeliveryRow => ({
  delivery_id: 7,
  endpoint_id: 3,
  endpoint: 'Orders',
  kind: 'completion.confirmed',
  event_id: 'completion-confirmed-12',
  status: 'failed',
  attempts: 10,
  last_status: 500,
  problem: 'It answered with status 500',
  at: AT,
  settled_at: AT,
  due_at: null,
  ...changed,
});

export const aDeliveryDetail = (changed: Partial<DeliveryDetail> = {}): DeliveryDetail => ({
  ...aDelivery(),
  body: '{"type":"completion.confirmed","data":{"payout":12.5}}',
  tries: [
    { number: 1, at: AT, took_ms: 41, status: 500, problem: 'It answered with status 500', answer: 'no room' },
    { number: 2, at: AT, took_ms: 10_000, status: null, problem: 'It did not answer in 10 s', answer: null },
  ],
  ...changed,
});
