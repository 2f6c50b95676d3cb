import { z } from 'zod';
import { pageInput, pagination } from '../common/lists.ts';
import { id, text, wholeNumber } from '../common/text.ts';
import { networkChanges, postbackKinds, postbackOutcomes, reply } from '../networks/networks.ts';

/** The inbox of postbacks: what came, what became of it, and what would become of it under other settings. */

const outcome = z.enum(postbackOutcomes);

/** Which entries. All that is given must hold. */
const inboxFilters = {
  network_id: id.optional(),
  outcome: z.enum(['all', ...postbackOutcomes]).default('all'),
  kind: z.enum(['all', ...postbackKinds]).default('all'),
  dateRange: z.enum(['all', 'today', 'week', 'month']).default('all'),
  /** Only those that an admin should look at. */
  alerts: z.boolean().default(false),
  /** A click id, a transaction id, an address. */
  search: text(200).optional(),
};

export const inboxListInput = z.object({ ...pageInput(50), ...inboxFilters });
export type InboxListInput = z.output<typeof inboxListInput>;

export const inboxRow = z.object({
  postback_id: z.number(),
  network_id: z.number().nullable(),
  network: z.string(),
  received_at: z.string(),
  method: z.string(),
  ip: z.string().nullable(),
  /** null while it is being judged. */
  outcome: outcome.nullable(),
  reason: z.string().nullable(),
  alert: z.string().nullable(),
  kind: z.enum(postbackKinds).nullable(),
  click_id: z.string().nullable(),
  transaction_id: z.string().nullable(),
  goal_id: z.string().nullable(),
  /** In the network's currency, as text: exact. */
  payout: z.string().nullable(),
  completion_id: z.number().nullable(),
});
export type InboxRow = z.output<typeof inboxRow>;
export const inboxList = z.object({ entries: z.array(inboxRow), pagination });
export type InboxList = z.output<typeof inboxList>;

export const postbackIdInput = z.object({ postback_id: id });

/** One entry's whole story. Secrets in it are masked. */
export const inboxEntry = inboxRow.extend({
  path: z.string(),
  query: z.string(),
  /** Text, or base64 where the bytes are no text. */
  body: z.string(),
  body_encoding: z.enum(['text', 'base64']),
  /** Bytes that the body had, where only its head is kept; null where it is whole. */
  cut_from: z.number().nullable(),
  headers: z.record(z.string(), z.string()),
  judged_at: z.string().nullable(),
  /** What the network is told by the settings of now; null while it is being judged. */
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
      status: z.enum(['pending', 'approved', 'reversed']),
      completed_at: z.string(),
      approved_at: z.string().nullable(),
      held_until: z.string().nullable(),
      reversed_at: z.string().nullable(),
      payout_amount: z.number(),
      spun: z.boolean(),
    })
    .nullable(),
  /** How it was judged anew, oldest first: replays, matches by hand, changed settings. */
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
  /** Other calls of the same transaction or click. */
  related: z.array(inboxRow),
});
export type InboxEntry = z.output<typeof inboxEntry>;

/** A set that is replayed is taken in steps: `after` is the last entry of the step before. */
export const replayInput = z.object({
  postback_id: id.optional(),
  ...inboxFilters,
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
  /** Where the next step begins; null when nothing is left. */
  next: z.number().nullable(),
});
export type ReplayReport = z.output<typeof replayReport>;

/** `changes`: settings as they would be. Nothing is written. */
export const dryRunInput = z.object({
  network_id: id,
  changes: networkChanges,
  /** A secret to try, where that is what changes. */
  secret: z.string().min(1).max(500).optional(),
  outcome: z.enum(['all', ...postbackOutcomes]).default('all'),
  dateRange: z.enum(['all', 'today', 'week', 'month']).default('month'),
  limit: wholeNumber(1, 5000).default(1000),
});
export type DryRunInput = z.output<typeof dryRunInput>;

export const dryRunReport = z.object({ looked_at: z.number(), differences: z.array(difference) });
export type DryRunReport = z.output<typeof dryRunReport>;

/** An admin says whose completion a parked call is. */
export const matchInput = z.object({ postback_id: id, click_id: text(128).pipe(z.string().min(1, 'is required')) });

export const healthInput = z.object({ network_id: id, days: wholeNumber(1, 90).default(14) });

export const networkHealth = z.object({
  last_call_at: z.string().nullable(),
  /** Seconds since the last call; null where there was none. */
  silence_seconds: z.number().nullable(),
  /** Longer than nine in ten of the last weeks' pauses, tripled, and than an hour: null while too few calls came. */
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
  /** The newest calls that someone should look at. */
  alerts: z.array(inboxRow),
});
export type NetworkHealth = z.output<typeof networkHealth>;

export const networkList = z.object({
  networks: z.array(
    z.object({
      network_id: z.number(),
      slug: z.string(),
      name: z.string(),
      is_active: z.boolean(),
      /** The secret was sealed with a key that is gone: calls wait until it is pasted again. */
      is_secret_lost: z.boolean(),
      preset: z.string().nullable(),
      currency: z.string(),
      offers: z.number(),
      last_call_at: z.string().nullable(),
      /** No call for longer than usual: see the network's health. */
      is_silent: z.boolean(),
      /** Of the last 24 hours. */
      accepted: z.number(),
      refused: z.number(),
      alerts: z.number(),
      /** Of all time: they wait for somebody. */
      parked: z.number(),
    }),
  ),
  /** Addresses that were called in the last 14 days and have no network, the last called first. */
  strangers: z.array(z.object({ slug: z.string(), calls: z.number(), last_call_at: z.string() })),
});
export type NetworkList = z.output<typeof networkList>;
