/** The product's own network. It has an offer for each milestone, which is a number of completions. */
export const HOUSE_SLUG = 'house';

/** Milestones that exist at installation, all inactive. */
export const FIRST_MILESTONES = [10, 25, 50, 100] as const;

const MILESTONE = /^[1-9]\d{0,3}$/;

/** Reads the number of completions of a milestone from its offer's external ID; undefined if that is not a number. */
export const readMilestone = (externalOfferId: string): number | undefined =>
  MILESTONE.test(externalOfferId) ? Number(externalOfferId) : undefined;
