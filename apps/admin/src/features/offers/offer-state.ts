import { istDay } from '@inaam/contracts/common/time';
import type { AdminOffer, OfferListInput } from '@inaam/contracts/offers/offers';
import type { Tone } from '@inaam/ui/badge';
import { formatDay } from '../../app/days.ts';

type OfferStatus = Exclude<OfferListInput['status'], 'all'>;

/** One label for each state, on every screen. */
export const offerStatuses: Record<OfferStatus, { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'good' },
  inactive: { label: 'Inactive', tone: 'neutral' },
  scheduled: { label: 'Scheduled', tone: 'info' },
  ended: { label: 'Ended', tone: 'neutral' },
  archived: { label: 'Archived', tone: 'neutral' },
};

type ScheduledOffer = Pick<AdminOffer, 'is_active' | 'archived_at' | 'starts_on' | 'ends_on'>;

/** The state of an offer. @param today the date in Indian time, `YYYY-MM-DD` */
export function getOfferStatus(offer: ScheduledOffer, today = istDay(new Date())): OfferStatus {
  if (offer.archived_at !== null) return 'archived';
  if (!offer.is_active) return 'inactive';
  if (offer.starts_on !== null && offer.starts_on > today) return 'scheduled';
  return offer.ends_on !== null && offer.ends_on < today ? 'ended' : 'active';
}

/** The part of the schedule that matters in the offer's state, in words; undefined if no part matters. */
export function formatSchedule(offer: ScheduledOffer, today = istDay(new Date())): string | undefined {
  const { starts_on: from, ends_on: to } = offer;
  const status = getOfferStatus(offer, today);
  if (status === 'ended' && to !== null) return `on ${formatDay(to)}`;
  if (status === 'scheduled' && from !== null) return to === null ? `from ${formatDay(from)}` : formatDays(from, to);
  return status === 'active' && to !== null ? `until ${formatDay(to)}` : undefined;
}

const formatDays = (from: string, to: string): string =>
  from === to ? `on ${formatDay(from)}` : `from ${formatDay(from)} to ${formatDay(to)}`;

/** Explains the typed first and last day. */
export function describeSchedule(from: string, to: string): string {
  if (from === '' && to === '') return 'Users can start it now, with no end date.';
  if (to === '') return `Users can start it from ${formatDay(from)} on.`;
  if (from === '') return `Users can start it now; the last day is ${formatDay(to)}.`;
  return from > to ? 'The last day is before the first one.' : `Users can start it ${formatDays(from, to)}.`;
}
