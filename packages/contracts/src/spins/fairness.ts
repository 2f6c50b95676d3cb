import { z } from 'zod';
import { calendarDay, wholeNumber } from '../common/text.ts';
import { offerIdFields, withOfferId } from '../offers/offer-id.ts';

/** The published data of each day's draws. */

export const fairnessDay = z.object({
  /** The day in Indian time, `YYYY-MM-DD`. */
  day: z.string(),
  /** The Merkle root of the commitments of the day's completions, as hex. */
  root: z.string(),
  /** The number of commitments. */
  count: z.number(),
});
export type FairnessDay = z.output<typeof fairnessDay>;

/** The content of `/fairness.json`, newest day first. */
export const fairness = z.object({ days: z.array(fairnessDay) });
export type Fairness = z.output<typeof fairness>;

export const fairnessPathInput = z.object(offerIdFields).transform(withOfferId);

/** The position of the caller's own completion of an offer; null until the completion's day is published. */
export const fairnessPath = z.object({
  place: fairnessDay.extend({ commitment: z.string(), index: z.number(), path: z.array(z.string()) }).nullable(),
});
export type FairnessPath = z.output<typeof fairnessPath>;

export const drawListInput = z.object({
  /** The day of the completions, in Indian time. */
  day: calendarDay,
  page: wholeNumber(1, 1_000_000).default(1),
  limit: wholeNumber(1, 1000).default(50),
});
export type DrawListInput = z.output<typeof drawListInput>;

/** A completion with its draw, but without its user. Values that only the spin reveals are null before the spin. */
export const drawRow = z.object({
  completion_id: z.number(),
  commitment: z.string(),
  client_seed_hash: z.string().nullable(),
  server_seed: z.string().nullable(),
  client_seed: z.string().nullable(),
  /** The status of the client seed: see `proof` in spins.ts. */
  share: z.enum(['open', 'committed', 'lost']).nullable(),
  roll: z.number().nullable(),
  /** The odds as JSON text, as in the documented calls. */
  spinner_config: z.string(),
  /** Rupees; null after a loss and before the spin. */
  amount: z.number().nullable(),
});
export type DrawRow = z.output<typeof drawRow>;
