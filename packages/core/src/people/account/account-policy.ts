/** Account settings of an installation. */
export interface AccountPolicy {
  /** Requires a verified address before the first spin. */
  verifyBeforeSpin: boolean;
  /** Sign-up does not reveal whether the address is taken. The account is created by the mail's link or code. */
  signUpByMail: boolean;
  /** In years; users confirm it. */
  minimumAge: number;
  /** Days between a person's request and the erasure of the account; it can be cancelled until then. */
  deletionDays: number;
  /** Days that traffic data and logs are kept. */
  logRetentionDays: number;
  /** Days that the networks' statements are kept. */
  statementRetentionDays: number;
}
