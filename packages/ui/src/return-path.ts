/** The page to return to after a sign-in: the path and query of one of this app's own pages. */
export interface ReturnPath {
  remember(href: string): void;
  /**
   * The remembered path and query; undefined if none is remembered, or if the path is no page of this app. The path
   * stays until `forget`, so that a second render reads it, too.
   */
  read(): string | undefined;
  /** Called after a sign-in. */
  forget(): void;
  /**
   * Called at a sign-out: forgets the path, and remembers none until `forget` is called. So the next sign-in opens the
   * first page.
   */
  forgetUntilSignIn(): void;
}

const KEY = 'returnPath';

/**
 * Keeps the path in the tab's storage, so that it survives a sign-in on a provider's page; without storage, in memory.
 * @param isPage whether a path is a page of this app
 */
export function createReturnPath(isPage: (path: string) => boolean): ReturnPath {
  let kept: string | undefined;
  let isSignedOut = false;
  const store = (href: string | undefined) => {
    try {
      if (href === undefined) sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, href);
    } catch {
      // Storage is blocked.
      kept = href;
    }
  };
  const load = (): string | undefined => {
    try {
      return sessionStorage.getItem(KEY) ?? undefined;
    } catch {
      return kept;
    }
  };
  return {
    remember(href) {
      if (!isSignedOut) store(href);
    },
    read() {
      const href = load();
      // Another page of this tab may have written the path. `//host` would lead to another site.
      if (!href?.startsWith('/') || href.startsWith('//')) return undefined;
      return isPage(href.split(/[?#]/)[0] ?? '') ? href : undefined;
    },
    forget() {
      isSignedOut = false;
      store(undefined);
    },
    forgetUntilSignIn() {
      isSignedOut = true;
      store(undefined);
    },
  };
}
