import { z } from 'zod';
import { adminOffer } from './offers.ts';

export const offerDetail = z.object({
  offer: adminOffer,
  /** How many clicks on the offer reached each step. */
  funnel: z.object({
    clicks: z.number(),
    completions: z.number(),
    reversed: z.number(),
    spins: z.number(),
    wins: z.number(),
  }),
  /** The redirect of a click, with sample values for its macros. */
  redirect_preview: z.string(),
});
export type OfferDetail = z.infer<typeof offerDetail>;

/** A test redirect: its click id begins with `test-`, and no completion is ever credited for it. */
export const testClick = z.object({ redirectUrl: z.string(), clickId: z.string() });
