import { z } from 'zod';
import { postbackRow } from '../postbacks/inbox.ts';

/** The path from nothing to a network's first accepted postback. */

/** In order. The first three come before the network exists. */
export const setupSteps = ['network', 'secret', 'rate', 'address', 'offers', 'call'] as const;
export type SetupStep = (typeof setupSteps)[number];

export const networkSetup = z.object({
  /** Active offers of the network. */
  active_offers: z.number(),
  offers: z.number(),
  /** The newest stored postbacks, at most five. */
  calls: z.array(postbackRow),
  /** A real postback that was accepted and is signed as the current settings ask; null before. */
  real_call_at: z.string().nullable(),
  /** The score of the last test, if it tested the current settings. */
  test_score: z.number().nullable(),
});
export type NetworkSetup = z.output<typeof networkSetup>;
