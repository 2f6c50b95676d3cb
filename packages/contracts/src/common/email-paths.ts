/**
 * Where the links in mails lead: the secret stands behind `#`, and in `unsubscribe` in the query, since mail programs
 * call that one themselves. `reset` and `signInLink` without a secret ask for the mail. Apart from the other paths,
 * because no first screen needs them.
 */
export const emailPaths = {
  verify: '/verify',
  reset: '/reset',
  signInLink: '/sign-in-link',
  confirmEmail: '/confirm-email',
  undoEmail: '/undo-email',
  unsubscribe: '/unsubscribe',
} as const;
