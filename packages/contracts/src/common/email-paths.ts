/**
 * Targets of links in mails. The secret follows `#`, so that browsers do not send it to servers. `unsubscribe` has its
 * secret in the query, because mail programs call that address themselves. The pages `reset` and `signInLink`, opened
 * without a secret, request the mail. These paths are separate from the others because no first screen needs them.
 */
export const emailPaths = {
  verify: '/verify',
  reset: '/reset',
  signInLink: '/sign-in-link',
  confirmEmail: '/confirm-email',
  undoEmail: '/undo-email',
  unsubscribe: '/unsubscribe',
} as const;
