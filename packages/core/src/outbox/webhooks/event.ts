import type { TrackerMacro } from '@inaam/contracts/webhooks/webhooks';
import type { webhookDeliveries } from '@inaam/db/schema/webhooks';

type Event = Pick<typeof webhookDeliveries.$inferSelect, 'kind' | 'eventKey' | 'data'> & { at: Date | string };

/**
 * `webhook-id`: made of the fact, so that it is the same for every attempt, every endpoint and every replay. Without
 * full stops: they part the id from the time in what is signed.
 */
export const getEventId = ({ kind, eventKey }: Pick<Event, 'kind' | 'eventKey'>): string =>
  `${kind.replaceAll('.', '-')}-${eventKey}`;

/** The body of a webhook: what happened, when, and what is known of it. */
export const buildEventBody = ({ kind, at, data }: Event): string =>
  JSON.stringify({ type: kind, timestamp: new Date(at).toISOString(), data });

/** A tracker's address with its macros filled in, each as a part of a query or a path. */
export function buildTrackerUrl(template: string, event: Event): string {
  const { kind, data } = event;
  const said = (field: string): string => {
    const value = data[field];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const macros: Record<TrackerMacro, () => string> = {
    source_click: () => said('source_click'),
    payout: () => said('payout'),
    currency: () => said('currency'),
    status: () => (kind.endsWith('.reversed') ? 'reversed' : 'approved'),
    event: () => kind,
    event_id: () => getEventId(event),
    transaction_id: () => said('transaction_id'),
    completion_id: () => said('completion_id'),
    offer_id: () => said('offer_id'),
    goal_id: () => said('goal_id'),
    time: () => String(Math.floor(new Date(event.at).getTime() / 1000)),
  };
  return template.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) =>
    Object.hasOwn(macros, name) ? encodeURIComponent(macros[name as TrackerMacro]()) : whole,
  );
}
