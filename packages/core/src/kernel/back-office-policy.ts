import type { ApprovalRules } from './approval.ts';

/** Settings of the back-office per installation. */
export interface BackOfficePolicy {
  origin: string;
  /** An admin must set up a second factor before anything else. */
  secondFactorRequired: boolean;
  /** If true, the dashboard warns of a single owner and lists the set-up steps of a new installation. */
  isProduction: boolean;
  approvals: ApprovalRules;
}
