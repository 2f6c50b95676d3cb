import type { ApprovalRules } from './approval.ts';

/** Settings of the back-office per installation. */
export interface BackOfficePolicy {
  origin: string;
  /** Admins can do nothing before they have a second factor. */
  secondFactorRequired: boolean;
  /** The dashboard warns of a single owner, and lists the set-up of a new installation. */
  isProduction: boolean;
  approvals: ApprovalRules;
}
