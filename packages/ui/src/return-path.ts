/** The page to return to after a sign-in: the path and query of one of this app's own pages. */
export interface ReturnPath {
  remember(href: string): void;
  /** The remembered address; undefined for none. It stays until forgotten, so that a second render reads the same. */
  read(): string | undefined;
  /** After a sign-in. */
  forget(): void;
  /** After a sign-out, which must not lead back to the same page: remembers nothing until the next sign-in. */
  leave(): void;
}

const KEY = 'returnPath';

/**
 * Kept in this tab's storage, so that it lasts while a provider's page signs in; without storage, in memory.
 * @param isPage whether a path is a page of this app
 */
export function createReturnPath(isPage: (path: string) => boolean): ReturnPath {
  let kept: string | undefined;
  let hasLeft = false;
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
      if (!hasLeft) store(href);
    },
    read() {
      const href = load();
      // Another page of this tab may have written it. `//host` would lead to another site.
      if (!href?.startsWith('/') || href.startsWith('//')) return undefined;
      return isPage(href.split(/[?#]/)[0] ?? '') ? href : undefined;
    },
    forget() {
      hasLeft = false;
      store(undefined);
    },
    leave() {
      hasLeft = true;
      store(undefined);
    },
  };
}
