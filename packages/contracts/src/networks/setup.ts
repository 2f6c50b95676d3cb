import { z } from 'zod';
import { postbackRow } from '../postbacks/inbox.ts';

/** The steps of a network's set-up, up to its first accepted postback. */

/** The steps in order. The network does not exist until the first three steps are done. */
export const setupSteps = ['network', 'secret', 'rate', 'address', 'offers', 'call'] as const;
export type SetupStep = (typeof setupSteps)[number];

export const networkSetup = z.object({
  /** Active offers of the network. */
  active_offers: z.number(),
  offers: z.number(),
  /** The newest stored postbacks, at most five. */
  calls: z.array(postbackRow),
  /** When a real postback was accepted that the current settings can verify; null before. */
  real_call_at: z.string().nullable(),
  /** The score of the last test, if it tested the current settings. */
  test_score: z.number().nullable(),
});
export type NetworkSetup = z.output<typeof networkSetup>;
