import { z } from 'zod';
import { id, text, wholeNumber } from '../common/text.ts';
import { networkChanges, postbackOutcomes } from '../networks/networks.ts';
import { postbackFilters } from './inbox.ts';

/**
 * Processes stored postbacks again: with the current settings, with other settings as a trial, or for a click that an
 * admin names.
 */

const outcome = z.enum(postbackOutcomes);

/** A replay runs in steps: `after` is the id of the last postback of the previous step, or 0 in the first step. */
export const replayInput = z.object({
  postback_id: id.optional(),
  ...postbackFilters,
  after: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
  limit: wholeNumber(1, 1000).default(500),
});
export type ReplayInput = z.output<typeof replayInput>;

const difference = z.object({
  postback_id: z.number(),
  received_at: z.string(),
  from: outcome.nullable(),
  from_reason: z.string().nullable(),
  to: outcome,
  to_reason: z.string().nullable(),
});
export type Difference = z.output<typeof difference>;

export const replayReport = z.object({
  judged: z.number(),
  changed: z.array(difference),
  /** The `after` of the next step; null at the end. */
  next: z.number().nullable(),
});
export type ReplayReport = z.output<typeof replayReport>;

/** A trial of changed settings, which writes nothing. */
export const dryRunInput = z.object({
  network_id: id,
  changes: networkChanges,
  /** A new secret to try; if absent, the trial uses the current secret. */
  secret: z.string().min(1).max(500).optional(),
  outcome: z.enum(['all', ...postbackOutcomes]).default('all'),
  dateRange: z.enum(['all', 'today', 'week', 'month']).default('month'),
  limit: wholeNumber(1, 5000).default(1000),
});
export type DryRunInput = z.output<typeof dryRunInput>;

export const dryRunReport = z.object({ checked_count: z.number(), differences: z.array(difference) });
export type DryRunReport = z.output<typeof dryRunReport>;

/** An admin names the click of a parked postback. */
export const matchInput = z.object({ postback_id: id, click_id: text(128).pipe(z.string().min(1, 'is required')) });
export type MatchInput = z.output<typeof matchInput>;
