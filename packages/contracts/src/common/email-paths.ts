/**
 * Targets of links in mails. The secret follows `#`, so that it is not sent to servers. In `unsubscribe` it is in the
 * query, because mail programs call that address themselves. `reset` and `signInLink` without a secret request the
 * mail. Separate from the other paths because no first screen needs them.
 */
export const emailPaths = {
  verify: '/verify',
  reset: '/reset',
  signInLink: '/sign-in-link',
  confirmEmail: '/confirm-email',
  undoEmail: '/undo-email',
  unsubscribe: '/unsubscribe',
} as const;
