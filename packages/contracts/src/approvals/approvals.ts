import { z } from 'zod';
import { id, requiredText } from '../common/text.ts';

/** What one person asks for and another owner decides: infra/docs/decisions/0025-two-people-for-what-moves-money.md. */

/** What can wait for a second person, in the words that people read. */
export const approvalKinds = {
  credit: 'Credit by hand',
  odds: 'Odds of an offer',
  codes: 'Voucher codes in the clear',
  role: 'Role of an admin',
  network_secret: 'Secret of a network',
  network_rate: 'What calls of a network are worth',
  offer_network: 'Network of an offer',
} as const;
export type ApprovalKind = keyof typeof approvalKinds;

/** `done`: agreed to and carried out. `failed`: agreed to, and could not be carried out any more. */
export const approvalStatuses = ['waiting', 'done', 'failed', 'refused', 'withdrawn', 'expired'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

const kinds = Object.keys(approvalKinds) as [ApprovalKind, ...ApprovalKind[]];

/** A request as admins read it: what would be done is in words, and has no secret and no code. */
export const approvalRequest = z.object({
  request_id: z.number(),
  kind: z.enum(kinds),
  status: z.enum(approvalStatuses),
  /** What would be done: `Credit “Chai quiz” to asha@example.com`. */
  title: z.string(),
  /** What to judge it by: a name and its value each. */
  facts: z.array(z.tuple([z.string(), z.string()])),
  /** The record that it is about, where it has a page. */
  about: z.object({ page: z.enum(['user', 'network']), id: z.number() }).nullable(),
  /** In the words of who asks. */
  reason: z.string().nullable(),
  asked_by: z.string(),
  /** The service key that asked; null where the person did. */
  key: z.string().nullable(),
  is_own: z.boolean(),
  asked_at: z.string(),
  expires_at: z.string(),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  /** Why it was refused, or why it could not be carried out. */
  answer: z.string().nullable(),
});
export type ApprovalRequest = z.output<typeof approvalRequest>;

/** What one person did that another should look at. */
export const alertKinds = {
  odds_changed_near_credit: 'Odds were changed within an hour of a credit by hand',
  credited_own_account: 'Credited an account of their own, or one on the same device',
} as const;
export type AlertKind = keyof typeof alertKinds;

export const operatorAlert = z.object({
  alert_id: z.number(),
  kind: z.enum(Object.keys(alertKinds) as [AlertKind, ...AlertKind[]]),
  at: z.string(),
  /** Who did it. */
  actor: z.string(),
  /** Which offer, and for whom. */
  detail: z.string(),
  /** The conversion that was credited. */
  completion_id: z.number(),
});
export type OperatorAlert = z.output<typeof operatorAlert>;

export const approvalList = z.object({
  /** Those that wait, the one that expires next first; then the last hundred that are settled, the latest first. */
  requests: z.array(approvalRequest),
  /** Of the last 30 days, the latest first. Owners see them. */
  alerts: z.array(operatorAlert),
});
export type ApprovalList = z.output<typeof approvalList>;

export const approvalIdInput = z.object({ request_id: id });
export const approvalRejectInput = z.object({ request_id: id, reason: requiredText(500) });
export type ApprovalReject = z.output<typeof approvalRejectInput>;
