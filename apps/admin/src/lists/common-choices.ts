/** The periods that the specification gives to most lists, in its order; a week is the last seven days in India, a month the last thirty, today included. */
export const periodOptions = [
  { value: 'all', label: 'All time' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
] as const;

/**
 * The filter by one offer.
 * @param offers external offer id and title of every offer
 */
export const offerChoice = (offers: readonly { value: string; label: string }[]) =>
  ({ name: 'offer', label: 'Offer', options: [{ value: '', label: 'All offers' }, ...offers] }) as const;
