import { userPaths } from '@inaam/contracts/common/paths';
import type { IdentityProvider } from './provider.ts';

/**
 * 'Continue with Google' by redirect: the sandbox's account chooser sends the person back to /login with the token in
 * the fragment, which no server sees or logs.
 */
const PENDING = 'providerLogin';

let token: string | undefined;

/**
 * Takes `#id_token=…` out of the address and keeps it for the login screen. Only where this tab itself set out for the
 * provider: otherwise a link from anyone could sign a person in to someone else's account.
 */
export function keepIdToken(): void {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const found = fragment.get('id_token');
  if (!found) {
    // Who came back without a token has turned away from the provider: what a link brings later is not that answer.
    sessionStorage.removeItem(PENDING);
    return;
  }
  fragment.delete('id_token');
  const rest = fragment.toString();
  history.replaceState(history.state, '', location.pathname + location.search + (rest && `#${rest}`));
  if (sessionStorage.getItem(PENDING) === null) return;
  sessionStorage.removeItem(PENDING);
  token = found;
}

/** The chooser has no session of its own: there is nobody to sign out, and nobody whose leaving could be seen. */
export const sandboxProvider = (chooserUrl: string): IdentityProvider => ({
  signIn: () => {
    const chooser = new URL(chooserUrl, location.origin);
    chooser.searchParams.set('return_to', location.origin + userPaths.login);
    sessionStorage.setItem(PENDING, '1');
    location.assign(chooser);
    // This page is about to go: nothing follows.
    return new Promise(() => {});
  },
  isReturning: () => token !== undefined,
  returning: () => {
    const taken = token;
    token = undefined;
    return Promise.resolve(taken);
  },
  signOut: () => Promise.resolve(),
  onSignedOut: () => Promise.resolve(() => undefined),
});
