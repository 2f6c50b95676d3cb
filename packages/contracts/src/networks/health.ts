import { z } from 'zod';
import { id, wholeNumber } from '../common/text.ts';
import { postbackRow } from '../postbacks/inbox.ts';

/** How networks are doing: the list with its last day, and one network's days, silence and alerts. */

export const healthInput = z.object({ network_id: id, days: wholeNumber(1, 90).default(14) });

export const networkHealth = z.object({
  last_postback_at: z.string().nullable(),
  /** Seconds since the last postback; null where there was none. */
  silence_seconds: z.number().nullable(),
  /** Longer than nine in ten of the last weeks' pauses, tripled, and than an hour: null while too few came. */
  usual_silence_seconds: z.number().nullable(),
  is_silent: z.boolean(),
  /** Oldest first, days in India. */
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
  /** Of the last 24 hours: calls that nothing showed to be the network's, and how many of them were kept. */
  unproven: z.object({ calls: z.number(), kept: z.number() }),
  /**
   * Of the calls of the last 24 hours that proved genuine, the share that is parked, in percent; null for few calls.
   */
  parked_share: z.number().nullable(),
  /** More of them are parked than a network that is set up well has. */
  is_parking: z.boolean(),
  /** The newest postbacks that someone should look at. */
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
      /** The secret was sealed with a key that is gone: postbacks wait until it is pasted again. */
      is_secret_lost: z.boolean(),
      preset: z.string().nullable(),
      currency: z.string(),
      offers: z.number(),
      last_postback_at: z.string().nullable(),
      /** No postback for longer than usual: see the network's health. */
      is_silent: z.boolean(),
      /** More of its calls of the last 24 hours are parked than should be: see the network's health. */
      is_parking: z.boolean(),
      /** Of the last 24 hours. */
      accepted: z.number(),
      refused: z.number(),
      alerts: z.number(),
      /** Of all time: they wait for somebody. */
      parked: z.number(),
    }),
  ),
  /** Addresses that got postbacks in the last 14 days and have no network, the latest first. */
  unknown_slugs: z.array(z.object({ slug: z.string(), postbacks: z.number(), last_postback_at: z.string() })),
});
export type NetworkList = z.output<typeof networkList>;
