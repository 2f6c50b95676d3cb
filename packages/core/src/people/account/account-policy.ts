/** Account settings of an installation. */
export interface AccountPolicy {
  /** Users must verify their email address before they can spin. */
  verifyBeforeSpin: boolean;
  /**
   * Sign-up sends a mail, and only the link or code in it creates the account. So sign-up does not reveal whether the
   * email address is taken.
   */
  signUpByMail: boolean;
  /** Minimum age in years. Users confirm that they have reached it. */
  minimumAge: number;
  /** Days between a user's request for deletion and the erasure. Until then the user can cancel the request. */
  deletionDays: number;
  /** Days that traffic data and logs are kept. */
  logRetentionDays: number;
  /** Days that the networks' statements are kept. */
  statementRetentionDays: number;
}
