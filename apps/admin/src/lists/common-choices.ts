import type { Option } from './filters.ts';

/**
 * The periods of most lists, in the specification's order. A week is the last seven days by the calendar of India, a
 * month the last thirty; both include today.
 */
export const periodOptions = {
  all: 'All time',
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
} as const;

/**
 * A filter by a single offer.
 * @param offers ID and title of every offer
 */
export const offerChoice = (offers: readonly Option[]) =>
  ({ name: 'offer_id', label: 'Offer', options: [{ value: '', label: 'All offers' }, ...offers] }) as const;
