/** What installations decide about accounts. */
export interface AccountPolicy {
  /** A spin waits until the person has verified their address. */
  verifyBeforeSpin: boolean;
  /** Sign-up answers alike whether the address is taken or not; the account comes with the mail's link or code. */
  signUpByMail: boolean;
  /** Years that a person must have, and confirms to have. */
  minimumAge: number;
}
