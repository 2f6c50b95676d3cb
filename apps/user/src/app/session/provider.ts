/** What the app asks of whoever vouches for a person: the sandbox's chooser, or Google by way of a Firebase project. */
export interface IdentityProvider {
  /**
   * Lets the person choose an account, within a press.
   * @returns their ID token, or undefined when they thought better of it
   * @throws when the provider refuses or cannot be reached
   */
  signIn: () => Promise<string | undefined>;
  /** Whether someone may be signed in with the provider already, so that {@link returning} is worth asking. */
  isReturning: () => boolean;
  /** The ID token of whoever is signed in with the provider already: back from its page, or since an earlier visit. */
  returning: () => Promise<string | undefined>;
  /** Signs the person out of the provider, in this browser. */
  signOut: () => Promise<void>;
  /** Calls back when the provider says that nobody is signed in with it (any more); answers how to stop it. */
  onSignedOut: (left: () => void) => Promise<() => void>;
}

/** A refusal that the person can do something about; its reason is the key of its words. */
export class ProviderRefusal extends Error {
  readonly reason: 'windowHeld';
  constructor(reason: 'windowHeld') {
    super(reason);
    this.reason = reason;
  }
}

/** Which session came from the provider, on this device: its end there is its end here, contract section 2. */
const KEY = 'providerSession';

export function isProviderSession(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Notes where the session that has just begun came from; `false` also when it is over for good. */
export function rememberProviderSession(signedInByProvider: boolean): void {
  try {
    if (signedInByProvider) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is refused: the session then ends by itself and at sign-out, not when the provider's does.
  }
}
