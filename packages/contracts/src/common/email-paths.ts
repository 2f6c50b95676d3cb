/**
 * Targets of links in mails. The secret follows `#`, so that browsers do not send it to servers. `unsubscribe` has its
 * secret in the query, because mail programs call that URL themselves. Without a secret, the pages `reset` and
 * `signInLink` show a form that requests the mail. This module is separate from paths.ts, because the first screen of
 * an app does not need these paths.
 */
export const emailPaths = {
  verify: '/verify',
  reset: '/reset',
  signInLink: '/sign-in-link',
  confirmEmail: '/confirm-email',
  undoEmail: '/undo-email',
  unsubscribe: '/unsubscribe',
} as const;
