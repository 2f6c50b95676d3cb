/** Account settings of an installation. */
export interface AccountPolicy {
  /** Requires a verified address before the first spin. */
  verifyBeforeSpin: boolean;
  /**
   * Sign-up does not reveal whether the address is taken: the account is created only with the link or code of a mail.
   */
  signUpByMail: boolean;
  /** Minimum age in years, which users confirm. */
  minimumAge: number;
  /** Days between a person's request and the erasure of the account. Until then the request can be cancelled. */
  deletionDays: number;
  /** Days that traffic data and logs are kept. */
  logRetentionDays: number;
  /** Days that the networks' statements are kept. */
  statementRetentionDays: number;
}
