import type { ApprovalRules } from './approval.ts';

/** Settings of the back-office per installation. */
export interface BackOfficePolicy {
  origin: string;
  /** Admins can do nothing before they have a second factor. */
  secondFactorRequired: boolean;
  /** Warns on the dashboard while there is a single owner: production. */
  warnsOfSingleOwner: boolean;
  approvals: ApprovalRules;
}
