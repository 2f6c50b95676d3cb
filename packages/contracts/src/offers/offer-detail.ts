import { z } from 'zod';
import { adminOffer } from './offers.ts';

/** One offer's page. */
export const offerDetail = z.object({
  offer: adminOffer,
  /** What became of the users who started it. */
  funnel: z.object({
    clicks: z.number(),
    completions: z.number(),
    reversed: z.number(),
    spins: z.number(),
    wins: z.number(),
  }),
  /** The redirect of a click, its macros filled in with sample values. */
  redirect_preview: z.string(),
});
export type OfferDetail = z.infer<typeof offerDetail>;

/** A redirect to try out: its click id begins with `test-` and no completion is ever credited for it. */
export const testClick = z.object({ redirectUrl: z.string() });
