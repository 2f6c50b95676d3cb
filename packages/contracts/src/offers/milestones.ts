/** The slug of the product's own network, which has an offer for each milestone: a number of completions to reach. */
export const HOUSE_SLUG = 'house';

/** Milestones that exist at installation, all inactive. */
export const FIRST_MILESTONES = [10, 25, 50, 100] as const;

const MILESTONE = /^[1-9]\d{0,3}$/;

/** Reads a milestone's number of completions from its offer's external ID; undefined unless that is 1 to 9999. */
export const readMilestone = (externalOfferId: string): number | undefined =>
  MILESTONE.test(externalOfferId) ? Number(externalOfferId) : undefined;
