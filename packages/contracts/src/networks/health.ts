import { z } from 'zod';
import { id, wholeNumber } from '../common/text.ts';
import { postbackRow } from '../postbacks/inbox.ts';

/** Health of networks: the list with figures of the last 24 hours, and one network's days, silence and alerts. */

export const healthInput = z.object({ network_id: id, days: wholeNumber(1, 90).default(14) });

export const networkHealth = z.object({
  last_postback_at: z.string().nullable(),
  /** Seconds since the last postback; null before the first. */
  silence_seconds: z.number().nullable(),
  /**
   * Three times the 90th percentile of the times between postbacks in recent weeks, at least an hour; null with too few
   * postbacks.
   */
  usual_silence_seconds: z.number().nullable(),
  is_silent: z.boolean(),
  /** Days in Indian time, oldest first. */
  days: z.array(
    z.object({
      day: z.string(),
      accepted: z.number(),
      repeat: z.number(),
      pending: z.number(),
      reversed: z.number(),
      refused: z.number(),
      parked: z.number(),
      ignored: z.number(),
    }),
  ),
  unjudged: z.number(),
  /** Unauthenticated postbacks of the last 24 hours, and how many of them were stored. */
  unauthenticated: z.object({ calls: z.number(), kept: z.number() }),
  /** The parked share of authenticated postbacks in the last 24 hours, in percent; null with few postbacks. */
  parked_share: z.number().nullable(),
  /** Whether the parked share is too high for a correctly configured network. */
  is_parking: z.boolean(),
  /** The newest postbacks that need attention. */
  alerts: z.array(postbackRow),
});
export type NetworkHealth = z.output<typeof networkHealth>;

export const networkList = z.object({
  networks: z.array(
    z.object({
      network_id: z.number(),
      slug: z.string(),
      name: z.string(),
      is_active: z.boolean(),
      /** The secret is sealed with a key that no longer exists. Postbacks wait until the secret is pasted again. */
      is_secret_lost: z.boolean(),
      preset: z.string().nullable(),
      currency: z.string(),
      offers: z.number(),
      last_postback_at: z.string().nullable(),
      /** No postback for longer than usual: see the network's health. */
      is_silent: z.boolean(),
      /** An unusually high share of the last 24 hours' postbacks is parked: see the network's health. */
      is_parking: z.boolean(),
      /** Postbacks of the last 24 hours. */
      accepted: z.number(),
      refused: z.number(),
      alerts: z.number(),
      /** All parked postbacks, of any age. Each needs a decision. */
      parked: z.number(),
    }),
  ),
  /** Slugs that belong to no network but were in URLs of postbacks in the last 14 days, newest postback first. */
  unknown_slugs: z.array(z.object({ slug: z.string(), postbacks: z.number(), last_postback_at: z.string() })),
});
export type NetworkList = z.output<typeof networkList>;
