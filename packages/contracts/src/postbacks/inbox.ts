import { z } from 'zod';
import { choice, dateRanges, pageInput, pagination } from '../common/lists.ts';
import { comparedText, id } from '../common/text.ts';
import { completionStateNames } from '../completions/states.ts';
import { postbackKinds, postbackOutcomes, reply } from '../networks/networks.ts';

/** The inbox: received postbacks and their outcomes. */

const outcome = z.enum(postbackOutcomes);

/** `judge_call` in packages/db parks a postback with this reason. */
export const CLICK_NOT_FOUND = 'Click not found';

/** `park_far_above` in packages/db parks a postback with this reason. */
export const PAYOUT_FAR_ABOVE = "The payout is far above the offer's reward amount";

/** Filters of postbacks. A postback must match all given filters. */
export const postbackFilters = {
  network_id: id.optional(),
  outcome: choice(['all', ...postbackOutcomes]),
  kind: choice(['all', ...postbackKinds]),
  dateRange: choice(dateRanges),
  /** Only postbacks that need attention. */
  alerts: z.boolean().default(false),
  /** A click id, a transaction id or an IP address. */
  search: comparedText(200).optional(),
};

export const postbackListInput = z.object({ ...pageInput(50), ...postbackFilters });
export type PostbackListInput = z.output<typeof postbackListInput>;

/** A postback in a list, without raw data. */
export const postbackRow = z.object({
  postback_id: z.number(),
  network_id: z.number().nullable(),
  network: z.string(),
  received_at: z.string(),
  method: z.string(),
  ip: z.string().nullable(),
  /** null while the postback is being processed. */
  outcome: outcome.nullable(),
  reason: z.string().nullable(),
  alert: z.string().nullable(),
  kind: z.enum(postbackKinds).nullable(),
  click_id: z.string().nullable(),
  transaction_id: z.string().nullable(),
  goal_id: z.string().nullable(),
  /** The payout in the network's currency, as exact text. */
  payout: z.string().nullable(),
  completion_id: z.number().nullable(),
  /** How often the network repeated this postback, and when it last did. */
  repeats: z.number(),
  repeated_at: z.string().nullable(),
});
export type PostbackRow = z.output<typeof postbackRow>;
export const postbackList = z.object({ postbacks: z.array(postbackRow), pagination });
export type PostbackList = z.output<typeof postbackList>;

export const postbackIdInput = z.object({ postback_id: id });

/** One postback in full, with secrets masked. */
export const postbackDetail = postbackRow.extend({
  path: z.string(),
  query: z.string(),
  /** The body as text, or as base64 if the bytes are not text. */
  body: z.string(),
  body_encoding: z.enum(['text', 'base64']),
  /** The length in bytes of the whole body if only its beginning is stored; null if the stored body is complete. */
  truncated_from_bytes: z.number().nullable(),
  headers: z.record(z.string(), z.string()),
  judged_at: z.string().nullable(),
  /** The reply that the current settings give; null while the postback is being processed. */
  reply: reply.nullable(),
  click: z
    .object({
      click_id: z.string(),
      user_id: z.number(),
      email: z.string(),
      offer_id: z.number(),
      title: z.string(),
      clicked_at: z.string(),
    })
    .nullable(),
  completion: z
    .object({
      completion_id: z.number(),
      completed_at: z.string(),
      approved_at: z.string().nullable(),
      held_until: z.string().nullable(),
      reversed_at: z.string().nullable(),
      payout_amount: z.number(),
      state: z.enum(completionStateNames),
    })
    .nullable(),
  /** Later decisions, oldest first: replays, manual matches, changed settings. */
  history: z.array(
    z.object({
      at: z.string(),
      by: z.string(),
      cause: z.enum(['call', 'replay', 'match', 'settings']),
      from_outcome: outcome.nullable(),
      from_reason: z.string().nullable(),
      to_outcome: outcome,
      to_reason: z.string().nullable(),
    }),
  ),
  /** Other postbacks of the same transaction or click. */
  related: z.array(postbackRow),
});
export type PostbackDetail = z.output<typeof postbackDetail>;
