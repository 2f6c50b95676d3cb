import { userPaths } from '@inaam/contracts/common/paths';
import type { IdentityProvider } from './provider.ts';

/**
 * 'Continue with Google' by redirect. The sandbox's account chooser returns to /login with the token in the fragment of
 * the URL. No server sees or logs the fragment.
 */

/** Key in the tab's storage, set from the redirect until the return. */
const PENDING = 'providerLogin';

let token: string | undefined;

/**
 * Whether this tab has started the redirect. Returns false without storage, and the sign-in then counts as cancelled.
 */
function isPending(): boolean {
  try {
    return sessionStorage.getItem(PENDING) !== null;
  } catch {
    return false;
  }
}

function setPending(pending: boolean): void {
  try {
    if (pending) sessionStorage.setItem(PENDING, '1');
    else sessionStorage.removeItem(PENDING);
  } catch {
    // Storage is blocked. Then cookies are blocked, too, and no sign-in works.
  }
}

/**
 * Removes `#id_token=…` from the URL. Keeps the token for `resume` only if this tab started the redirect. Otherwise a
 * stranger's link could sign a person in to another account.
 */
export function keepIdToken(): void {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const idToken = fragment.get('id_token');
  if (!idToken) {
    // A return without a token means that the person cancelled. A token that arrives later does not belong to this
    // request.
    setPending(false);
    return;
  }
  fragment.delete('id_token');
  const rest = fragment.toString();
  history.replaceState(history.state, '', location.pathname + location.search + (rest && `#${rest}`));
  if (!isPending()) return;
  setPending(false);
  token = idToken;
}

/** The chooser has no session, so there is no user to sign out or to watch. */
export const sandboxProvider = (chooserUrl: string): IdentityProvider => ({
  signIn: () => {
    const chooser = new URL(chooserUrl, location.origin);
    chooser.searchParams.set('return_to', location.origin + userPaths.login);
    setPending(true);
    location.assign(chooser);
    // Never resolves, because the page is about to unload.
    return new Promise(() => {});
  },
  canResume: () => token !== undefined,
  resume: () => {
    const idToken = token;
    token = undefined;
    return Promise.resolve(idToken);
  },
  signOut: () => Promise.resolve(),
  onSignedOut: () => Promise.resolve(() => undefined),
});
