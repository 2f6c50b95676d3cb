/** The product's own network. It has an offer for each milestone, which is a number of completions. */
export const HOUSE_SLUG = 'house';

/** Milestones that exist from the start, all off. */
export const FIRST_MILESTONES = [10, 25, 50, 100] as const;

const MILESTONE = /^[1-9]\d{0,3}$/;

/** Reads from the external ID of a House offer how many completions earn it; undefined if the ID is not a number. */
export const readMilestone = (externalOfferId: string): number | undefined =>
  MILESTONE.test(externalOfferId) ? Number(externalOfferId) : undefined;
