/** The network of the product itself. It has an offer for each milestone of completions. */
export const HOUSE_SLUG = 'house';

/** Milestones that exist from the start, all off. */
export const FIRST_MILESTONES = [10, 25, 50, 100] as const;

const MILESTONE = /^[1-9]\d{0,3}$/;

/** Reads the number of completions that earns an offer of House from its external ID; undefined if it is no number. */
export const readMilestone = (externalOfferId: string): number | undefined =>
  MILESTONE.test(externalOfferId) ? Number(externalOfferId) : undefined;
