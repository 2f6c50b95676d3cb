/** The periods that the specification gives to most lists, in its order. */
export const periodOptions = [
  { value: 'all', label: 'All time' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'This week' },
  { value: 'month', label: 'This month' },
] as const;

/**
 * The filter by one offer.
 * @param offers external offer id and title of every offer
 */
export const offerChoice = (offers: readonly { value: string; label: string }[]) =>
  ({ name: 'offer', label: 'Offer', options: [{ value: '', label: 'All offers' }, ...offers] }) as const;
