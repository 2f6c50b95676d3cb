import { z } from 'zod';
import { auditEntry } from '../audit/audit-log.ts';
import { id, requiredText } from '../common/text.ts';
import { completionStateNames } from '../completions/states.ts';
import { rupeesInput } from '../offers/offers.ts';
import { adminUser } from './users.ts';

/** One user's profile on one screen, and the support actions on it. Times are ISO 8601, money in rupees. */

/** Sets a legal hold for a reason. Null ends the hold. */
export const legalHoldInput = z.object({ user_id: id, reason: requiredText(500).nullable() });

export const profileSession = z.object({
  session_id: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  signed_in_by_provider: z.boolean(),
  ip: z.string().nullable(),
  device: z.string().nullable(),
  user_agent: z.string().nullable(),
});
export type ProfileSession = z.infer<typeof profileSession>;

export const profileCompletion = z.object({
  completion_id: z.number(),
  offer_id: z.number(),
  title: z.string(),
  category: z.string(),
  completed_at: z.string(),
  /** `none`, or `voucher_10`. */
  reward_type: z.string(),
  /** Masked; null if no voucher was assigned. */
  voucher_code: z.string().nullable(),
  voucher_pin: z.string().nullable(),
  payout_amount: z.number(),
  /** `house`: a milestone, which this app itself completes. */
  source: z.enum(['network', 'admin', 'house']),
  /** The network's last report: `pending`, `approved` or `reversed`. */
  status: z.string(),
  /** The status combined with the hold and the spin. */
  state: z.enum(completionStateNames),
});
export type ProfileCompletion = z.infer<typeof profileCompletion>;

export const profileVoucher = z.object({
  voucher_id: z.number(),
  completion_id: z.number(),
  /** Masked. Admins reveal codes one at a time. */
  voucher_code: z.string(),
  voucher_pin: z.string().nullable(),
  voucher_brand: z.string(),
  voucher_amount: z.number(),
  status: z.string(),
  expiry_date: z.string(),
  assigned_at: z.string().nullable(),
  /** When the voucher was withdrawn because its code did not work. */
  withdrawn_at: z.string().nullable(),
  withdrawn_reason: z.string().nullable(),
  notice: z.enum(['resent', 'replaced']).nullable(),
  notice_seen_at: z.string().nullable(),
});
export type ProfileVoucher = z.infer<typeof profileVoucher>;

/** A click that has no completion yet. */
export const waitingClick = z.object({
  click_id: z.string(),
  offer_id: z.number(),
  title: z.string(),
  created_at: z.string(),
  ip: z.string().nullable(),
  /** The payout in rupees that a credit gets if the admin enters no payout. */
  default_payout: z.number(),
});
export type WaitingClick = z.infer<typeof waitingClick>;

export const userProfile = z.object({
  user: adminUser.extend({
    google: z.boolean(),
    email_verified: z.boolean(),
    voucher_value: z.number(),
    registration_ip: z.string().nullable(),
    /** Accounts registered from this user's IP address, including this account; 0 without an IP address. */
    ip_count: z.number(),
    registration_device: z.string().nullable(),
    device_count: z.number(),
    suspended_at: z.string().nullable(),
    suspended_note: z.string().nullable(),
    /** Keeps the account from being erased. */
    legal_hold: z.object({ at: z.string(), reason: z.string() }).nullable(),
  }),
  sessions: z.array(profileSession),
  completions: z.array(profileCompletion),
  vouchers: z.array(profileVoucher),
  /** Wins that have no voucher yet. */
  owed: z.array(z.object({ completion_id: z.number(), amount: z.number(), spun_at: z.string() })),
  waiting_clicks: z.array(waitingClick),
  audit: z.array(auditEntry),
});
export type UserProfile = z.infer<typeof userProfile>;

export const creditInput = z.object({
  user_id: id,
  offer_id: id,
  /** Stored in the audit log. */
  reason: requiredText(500),
  /** The network's payout in rupees. If absent, the offer's own amount is used. */
  payout_amount: rupeesInput(0).optional(),
});
export type CreditInput = z.output<typeof creditInput>;
export const creditResult = z.object({ completion_id: z.number(), message: z.string() });

/** Input of resending or replacing a voucher's code. */
export const voucherSupportInput = z.object({ voucher_id: id, reason: requiredText(500) });
export type VoucherSupportInput = z.output<typeof voucherSupportInput>;
/** The winner's current voucher. */
export const voucherSupportResult = z.object({ voucher_id: z.number(), message: z.string() });

/** A notice about a voucher, shown in the user app until the winner dismisses it. */
export const voucherNotice = z.object({
  voucher_id: z.number(),
  notice: z.enum(['resent', 'replaced']),
  title: z.string(),
  voucher_amount: z.number(),
  voucher_brand: z.string(),
  voucher_code: z.string(),
  voucher_pin: z.string().nullable(),
  expiry_date: z.string(),
});
/** An unused voucher that expires soon. */
export const endingVoucher = z.object({
  voucher_id: z.number(),
  voucher_amount: z.number(),
  voucher_brand: z.string(),
  expiry_date: z.string(),
});
/** The notice about an unused voucher is shown on the voucher's last day and on this many days before it. */
export const ENDING_DAYS = 2;
export const voucherNotices = z.object({ notices: z.array(voucherNotice), ending: z.array(endingVoucher) });
export type VoucherNotices = z.infer<typeof voucherNotices>;
