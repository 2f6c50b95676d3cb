/**
 * Targets of links in mails. The secret follows `#`, so that browsers do not send it to servers. `unsubscribe` has its
 * secret in the query, because mail programs call that address themselves. Without a secret, the pages `reset` and
 * `signInLink` request the mail. This module is separate from paths.ts because no first screen needs these paths.
 */
export const emailPaths = {
  verify: '/verify',
  reset: '/reset',
  signInLink: '/sign-in-link',
  confirmEmail: '/confirm-email',
  undoEmail: '/undo-email',
  unsubscribe: '/unsubscribe',
} as const;
