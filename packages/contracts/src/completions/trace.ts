import { z } from 'zod';
import { auditEntry } from '../audit/audit-log.ts';
import { id } from '../common/text.ts';
import { profileVoucher } from '../identity/user-profile.ts';
import { postbackOutcomes } from '../networks/networks.ts';
import { completionStateNames } from './states.ts';

/** One completion with its click, postbacks, spin, proof and voucher. Times are ISO 8601, money in rupees. */

export const completionIdInput = z.object({ completion_id: id });

export const tracePostback = z.object({
  postback_id: z.number(),
  received_at: z.string(),
  method: z.string(),
  ip: z.string().nullable(),
  /** The query as received, with secrets masked. If the postback has a body, the body follows on a new line. */
  query: z.string(),
  /** null while the postback is being processed. */
  outcome: z.enum(postbackOutcomes).nullable(),
  reason: z.string().nullable(),
});

export const completionTrace = z.object({
  completion: z.object({
    completion_id: z.number(),
    completed_at: z.string(),
    /** The report of the network: `pending`, `approved` or `reversed`. */
    status: z.string(),
    /** The status combined with the hold and the spin. */
    state: z.enum(completionStateNames),
    reversed_at: z.string().nullable(),
    /** When the hold on a confirmed completion ends; null without a hold or after its end. */
    held_until: z.string().nullable(),
    /** `house`: a milestone, which this app itself completes. */
    source: z.enum(['network', 'admin', 'house']),
    /** The goal that the completion was reported with, or that it waits for; null if there is no goal. */
    goal_id: z.string().nullable(),
    /** Whether earlier goals were paid while the goal that gives the spin is still missing. */
    awaits_goal: z.boolean(),
    network: z.string(),
    transaction_id: z.string(),
    payout_amount: z.number(),
    /** As the network sent it, in units of `currency`; null if the offer's own amount was used. */
    reported_payout: z.string().nullable(),
    currency: z.string(),
    /** Rupees per unit of `currency` when the payout was reported. */
    rate: z.number(),
  }),
  /** Further payments, oldest first. They add revenue and give no spin. */
  goals: z.array(
    z.object({
      payment_id: z.number(),
      at: z.string(),
      /** null for a further transaction of an offer without goals. */
      goal_id: z.string().nullable(),
      /** The offer's name for the goal; empty if the goal has no name. */
      name: z.string(),
      transaction_id: z.string(),
      status: z.string(),
      reversed_at: z.string().nullable(),
      payout_amount: z.number(),
      reported_payout: z.string(),
      currency: z.string(),
      rate: z.number(),
    }),
  ),
  user: z.object({ user_id: z.number(), name: z.string(), email: z.string(), is_suspicious: z.boolean() }),
  offer: z.object({ offer_id: z.number(), external_offer_id: z.string(), title: z.string(), category: z.string() }),
  /** null for a milestone. */
  click: z
    .object({
      click_id: z.string(),
      created_at: z.string(),
      ip: z.string().nullable(),
      device: z.string().nullable(),
      user_agent: z.string().nullable(),
    })
    .nullable(),
  postbacks: z.array(tracePostback),
  spin: z.object({
    outcome: z.string(),
    commitment: z.string(),
    /** JSON text of the odds that were fixed at the completion. */
    spinner_config: z.string(),
    spun_at: z.string().nullable(),
    amount: z.number().nullable(),
    /** Present only after the spin. Until then, the seed is secret even for admins. */
    proof: z
      .object({
        serverSeed: z.string(),
        clientSeed: z.string(),
        roll: z.number(),
        /** The hash that the client sent with the click; null if the client sent none. */
        clientSeedHash: z.string().nullable(),
        share: z.enum(['open', 'committed', 'lost']),
      })
      .nullable(),
  }),
  /** The winner's current voucher and earlier withdrawn ones, newest first. */
  vouchers: z.array(profileVoucher),
  audit: z.array(auditEntry),
});
export type CompletionTrace = z.infer<typeof completionTrace>;
