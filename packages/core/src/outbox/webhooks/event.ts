import type { TrackerMacro } from '@inaam/contracts/webhooks/webhooks';
import type { webhookDeliveries } from '@inaam/db/schema/webhooks';

type Event = Pick<typeof webhookDeliveries.$inferSelect, 'kind' | 'eventKey' | 'data'> & { at: Date | string };

/**
 * Returns the `webhook-id`. The ID is derived from the event, so it is the same in all attempts, for all endpoints and
 * in replays. It contains no full stop, because a full stop separates the ID from the time in the signed text.
 */
export const getEventId = ({ kind, eventKey }: Pick<Event, 'kind' | 'eventKey'>): string =>
  `${kind.replaceAll('.', '-')}-${eventKey}`;

/** Builds the body of a webhook. */
export const buildEventBody = ({ kind, at, data }: Event): string =>
  JSON.stringify({ type: kind, timestamp: new Date(at).toISOString(), data });

/** Replaces the macros in a tracker's URL with URL-encoded values. */
export function buildTrackerUrl(template: string, event: Event): string {
  const { kind, data } = event;
  const getText = (field: string): string => {
    const value = data[field];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const macros: Record<TrackerMacro, () => string> = {
    source_click: () => getText('source_click'),
    payout: () => getText('payout'),
    currency: () => getText('currency'),
    status: () => (kind.endsWith('.reversed') ? 'reversed' : 'approved'),
    event: () => kind,
    event_id: () => getEventId(event),
    transaction_id: () => getText('transaction_id'),
    completion_id: () => getText('completion_id'),
    offer_id: () => getText('offer_id'),
    goal_id: () => getText('goal_id'),
    time: () => String(Math.floor(new Date(event.at).getTime() / 1000)),
  };
  return template.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) =>
    Object.hasOwn(macros, name) ? encodeURIComponent(macros[name as TrackerMacro]()) : whole,
  );
}
