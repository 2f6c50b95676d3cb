import type { ApprovalList } from '@inaam/contracts/approvals/approvals';
import type { DeliveryDetail } from '@inaam/contracts/webhooks/webhooks';

/** Rows with long and large values in each field, to check how lists and panels show them. */

/** Wider than any column. */
export const LONG_TEXT = `Open an account with the bank of ${'Thiruvananthapuram'.repeat(4)}`;
export const LONG_NAME = {
  firstName: 'Venkatanarasimharajuvaripeta'.repeat(3).slice(0, 80),
  lastName: 'Wodeyar '.repeat(10).trim(),
};
/**
 * A request for approval by a second admin. A real request needs the setting that requires approvals, which would bind
 * all other journeys, too.
 */
export const longRequest: ApprovalList['requests'][number] = {
  request_id: 1,
  kind: 'credit',
  status: 'waiting',
  title: `Credit “${LONG_TEXT}” to ${'a'.repeat(50)}@example.com`,
  facts: [
    ['Payout', '₹12,34,567.89'],
    ['Offer', LONG_TEXT],
  ],
  related_record: { page: 'user', id: 1 },
  reason: 'The network wrote that it paid. '.repeat(8),
  asked_by: 'clerk'.repeat(10),
  key: null,
  is_own: false,
  asked_at: '2026-05-01T06:30:00.000Z',
  expires_at: '2099-05-01T06:30:00.000Z',
  decided_by: null,
  decided_at: null,
  answer: null,
};

/**
 * A webhook delivery whose first two attempts failed. A journey would have to wait for a real delivery to fail.
 */
export const longDelivery: DeliveryDetail = {
  delivery_id: 999_999_999,
  endpoint_id: 1,
  endpoint: `Warehouse of ${'conversions and vouchers '.repeat(3)}`,
  kind: 'completion.confirmed',
  event_id: `evt_${'0a1b2c3d'.repeat(4)}`,
  status: 'queued',
  attempts: 2,
  last_status: 503,
  problem: `It answered with status 503: ${'unavailable'.repeat(12)}`,
  at: '2026-05-01T06:30:00.000Z',
  settled_at: null,
  due_at: '2099-05-01T06:30:00.000Z',
  body: JSON.stringify({ type: 'completion.confirmed', data: { title: LONG_TEXT, payout: '98765.43' } }),
  tries: [
    {
      number: 1,
      at: '2026-05-01T06:30:00.000Z',
      took_ms: 15_000,
      status: 503,
      problem: null,
      answer: `<html>${'unavailable'.repeat(12)}</html>`,
    },
    { number: 2, at: '2026-05-01T06:35:00.000Z', took_ms: 15_000, status: null, problem: 'No answer', answer: null },
  ],
};

export const longAlert: ApprovalList['alerts'][number] = {
  alert_id: 1,
  kind: 'credited_own_account',
  at: '2026-05-01T06:30:00.000Z',
  actor: longRequest.asked_by,
  detail: longRequest.title,
  completion_id: 1,
};
