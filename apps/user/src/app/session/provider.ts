/** The app's interface to identity providers: the sandbox's chooser, or Google with a Firebase project. */
export interface IdentityProvider {
  /**
   * Lets the person choose an account. Call it from a press, because it may open a window, which browsers block
   * otherwise.
   * @returns the person's ID token, or undefined if the person cancelled
   * @throws when the provider refuses or cannot be reached
   */
  signIn: () => Promise<string | undefined>;
  /** True if {@link resume} may find a signed-in user. */
  canResume: () => boolean;
  /**
   * The ID token of a user who has just returned from the provider's page, or who is still signed in there after an
   * earlier visit. Undefined if there is no such user.
   */
  resume: () => Promise<string | undefined>;
  /** Signs out of the provider in this browser. */
  signOut: () => Promise<void>;
  /** Calls back when the provider has no signed-in user (any more). @returns a function that stops the callbacks */
  onSignedOut: (callback: () => void) => Promise<() => void>;
}

/** A refusal that the person can act on; `reason` is the key of the text to show. */
export class ProviderRefusal extends Error {
  readonly reason: 'popupBlocked';
  constructor(reason: 'popupBlocked') {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Stored if the provider opened the session on this device: such a session ends when the provider's own session ends.
 */
const KEY = 'providerSession';

export function isProviderSession(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Stores whether the provider opened the current session; `false` also clears the value of an earlier session. */
export function rememberProviderSession(signedInByProvider: boolean): void {
  try {
    if (signedInByProvider) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable: the session ends by expiry or sign-out, but not together with the provider's session.
  }
}
