import { z } from 'zod';
import { id, requiredText } from '../common/text.ts';

/** Requests that another owner must approve: infra/docs/decisions/0025-two-people-for-what-moves-money.md. */

/** Actions that can require approval by a second person, with the labels that people read. */
export const approvalKinds = {
  credit: 'Credit by hand',
  odds: 'Odds of an offer',
  codes: 'Voucher codes in the clear',
  role: 'Role of an admin',
  network_secret: 'Secret of a network',
  network_rate: 'Value of a network’s postbacks',
  offer_network: 'Network of an offer',
} as const;
export type ApprovalKind = keyof typeof approvalKinds;

/** `done`: approved and carried out. `failed`: approved, but no longer possible. */
export const approvalStatuses = ['waiting', 'done', 'failed', 'refused', 'withdrawn', 'expired'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

const kinds = Object.keys(approvalKinds) as [ApprovalKind, ...ApprovalKind[]];

/** A request as admins read it. The action is described in words, without secrets or codes. */
export const approvalRequest = z.object({
  request_id: z.number(),
  kind: z.enum(kinds),
  status: z.enum(approvalStatuses),
  /** The action: `Credit “Chai quiz” to asha@example.com`. */
  title: z.string(),
  /** Facts for the decision: pairs of name and value. */
  facts: z.array(z.tuple([z.string(), z.string()])),
  /** The related record, if the back-office has a screen for it. */
  related_record: z.object({ page: z.enum(['user', 'network']), id: z.number() }).nullable(),
  /** Written by the requester. */
  reason: z.string().nullable(),
  asked_by: z.string(),
  /** The service key that made the request; null for a person. */
  key: z.string().nullable(),
  is_own: z.boolean(),
  asked_at: z.string(),
  expires_at: z.string(),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  /** Why the request was refused, or why the action could not be carried out. */
  answer: z.string().nullable(),
});
export type ApprovalRequest = z.output<typeof approvalRequest>;

/** Actions by one person that a second person should review. */
export const alertKinds = {
  odds_changed_near_credit: 'Odds were changed within an hour of a credit by hand',
  credited_own_account: 'Credited their own user account, or an account on the same device',
} as const;
export type AlertKind = keyof typeof alertKinds;

export const operatorAlert = z.object({
  alert_id: z.number(),
  kind: z.enum(Object.keys(alertKinds) as [AlertKind, ...AlertKind[]]),
  at: z.string(),
  actor: z.string(),
  /** The offer and the user. */
  detail: z.string(),
  completion_id: z.number(),
});
export type OperatorAlert = z.output<typeof operatorAlert>;

export const approvalList = z.object({
  /** Waiting requests, the next to expire first; then the last hundred settled requests, newest first. */
  requests: z.array(approvalRequest),
  /** At most 50 alerts of the last 30 days, newest first. Only owners see them. */
  alerts: z.array(operatorAlert),
});
export type ApprovalList = z.output<typeof approvalList>;

export const approvalIdInput = z.object({ request_id: id });
export const approvalRejectInput = z.object({ request_id: id, reason: requiredText(500) });
export type ApprovalReject = z.output<typeof approvalRejectInput>;
