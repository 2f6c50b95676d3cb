import type { ApprovalRules } from './approval.ts';

/** What installations decide about the back-office. */
export interface BackOfficePolicy {
  /** The public origin of the back-office's host. */
  origin: string;
  /** An admin can do nothing there before they have a second factor. */
  secondFactorRequired: boolean;
  approvals: ApprovalRules;
}
