import type { WebhookEndpoint } from '@inaam/contracts/webhooks/webhooks';

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
  delivered_at: '2026-07-19T06:30:00.000Z',
  previous_until: null,
  queued: 0,
  delivered: 40,
  failed: 0,
  ...changed,
});
