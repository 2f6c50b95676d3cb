import type { Site } from '@inaam/contracts/identity';

/**
 * 'Continue with Google' by redirect: the provider's account chooser sends the person back to /login with the token in the
 * fragment, which no server sees or logs.
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
  if (!found) return;
  fragment.delete('id_token');
  const rest = fragment.toString();
  history.replaceState(history.state, '', location.pathname + location.search + (rest && `#${rest}`));
  if (sessionStorage.getItem(PENDING) === null) return;
  sessionStorage.removeItem(PENDING);
  token = found;
}

/** Hands the kept token out, once. */
export function takeIdToken(): string | undefined {
  const taken = token;
  token = undefined;
  return taken;
}

/** Leaves for the provider's account chooser. */
export function leaveForProvider(provider: Extract<Site['provider'], { kind: 'sandbox' }>, returnPath: string): void {
  const chooser = new URL(provider.chooserUrl, location.origin);
  chooser.searchParams.set('return_to', location.origin + returnPath);
  sessionStorage.setItem(PENDING, '1');
  location.assign(chooser);
}
