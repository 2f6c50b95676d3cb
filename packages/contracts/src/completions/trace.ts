import { z } from 'zod';
import { auditEntry } from '../audit/audit-log.ts';
import { id } from '../common/text.ts';
import { profileVoucher } from '../identity/user-profile.ts';
import { postbackOutcomes } from '../networks/networks.ts';
import { completionStateNames } from './states.ts';

/** From a completion to its click, postbacks, spin, proof and voucher. Times ISO, money in rupees. */

export const completionIdInput = z.object({ completion_id: id });

export const tracePostback = z.object({
  postback_id: z.number(),
  received_at: z.string(),
  method: z.string(),
  ip: z.string().nullable(),
  /** As it came, secrets masked; a body follows on a line of its own. */
  query: z.string(),
  /** null while it is being judged. */
  outcome: z.enum(postbackOutcomes).nullable(),
  reason: z.string().nullable(),
});

export const completionTrace = z.object({
  completion: z.object({
    completion_id: z.number(),
    completed_at: z.string(),
    /** `pending`, `approved` or `reversed`. */
    status: z.string(),
    state: z.enum(completionStateNames),
    reversed_at: z.string().nullable(),
    /** When a hold ends that keeps a confirmed one from being spun; null without one, or when it is over. */
    held_until: z.string().nullable(),
    source: z.enum(['network', 'admin']),
    /** The goal that was reported, or that is expected; null where none is named. */
    goal_id: z.string().nullable(),
    /** Goals were paid, and the one that gives the spin is still to come. */
    awaits_goal: z.boolean(),
    network: z.string(),
    transaction_id: z.string(),
    payout_amount: z.number(),
    /** As the network said it, in units of `currency`; null: the offer's own amount counted. */
    payout_said: z.string().nullable(),
    currency: z.string(),
    /** Rupees per unit of the currency at that moment. */
    rate: z.number(),
  }),
  /** Further goals that were paid, oldest first: they add to the revenue and give no spin. */
  goals: z.array(
    z.object({
      payment_id: z.number(),
      at: z.string(),
      goal_id: z.string(),
      /** The offer's own words for it; empty where it has none. */
      name: z.string(),
      transaction_id: z.string(),
      /** `pending`, `approved` or `reversed`. */
      status: z.string(),
      reversed_at: z.string().nullable(),
      payout_amount: z.number(),
      payout_said: z.string(),
      currency: z.string(),
      rate: z.number(),
    }),
  ),
  user: z.object({ user_id: z.number(), name: z.string(), email: z.string(), is_suspicious: z.boolean() }),
  offer: z.object({ offer_id: z.number(), external_offer_id: z.string(), title: z.string(), category: z.string() }),
  click: z.object({
    click_id: z.string(),
    created_at: z.string(),
    ip: z.string().nullable(),
    device: z.string().nullable(),
    user_agent: z.string().nullable(),
  }),
  postbacks: z.array(tracePostback),
  spin: z.object({
    /** `waiting`, `lost`, `owed` or `won`. */
    outcome: z.string(),
    commitment: z.string(),
    /** JSON text, as promised at the completion. */
    spinner_config: z.string(),
    spun_at: z.string().nullable(),
    amount: z.number().nullable(),
    /** Only once spun: until then the seed is secret, also to admins. */
    proof: z
      .object({
        serverSeed: z.string(),
        clientSeed: z.string(),
        roll: z.number(),
        /** What the click brought of the client's text; null where it brought nothing. */
        clientSeedHash: z.string().nullable(),
        share: z.enum(['open', 'committed', 'lost']),
      })
      .nullable(),
  }),
  /** The voucher that the winner has, and those that were taken back before it, newest first. */
  vouchers: z.array(profileVoucher),
  audit: z.array(auditEntry),
});
export type CompletionTrace = z.infer<typeof completionTrace>;
