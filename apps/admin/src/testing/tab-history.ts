import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';

export interface TabHistory {
  history: RouterHistory;
  /** @returns whether the page asks before it is reloaded or closed */
  asksBeforeReload: () => boolean;
}

/**
 * The router's browser history over a simulated list of entries. The router's memory history does not ask navigation
 * guards on Back, and the simulated browser has no Back.
 */
export function createTabHistory(addresses: readonly string[]): TabHistory {
  const events = new EventTarget();
  const entries: { address: string; state: unknown }[] = [{ address: addresses[0] ?? '/', state: null }];
  let index = 0;
  const enter = (state: unknown, address?: string) => {
    entries[index] = { address: address ?? entries[index]?.address ?? '/', state };
  };
  const go = (steps: number) => {
    if (!entries[index + steps]) return;
    // As in browsers, the URL changes only after the call has returned.
    setTimeout(() => {
      index += steps;
      events.dispatchEvent(new Event('popstate'));
    });
  };
  const window = {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    document: { baseURI: location.origin },
    get location() {
      return new URL(entries[index]?.address ?? '/', location.origin);
    },
    history: {
      get length() {
        return entries.length;
      },
      get state() {
        return entries[index]?.state;
      },
      pushState: (state: unknown, _title: string, address?: string) => {
        index += 1;
        entries.length = index;
        enter(state, address);
      },
      replaceState: (state: unknown, _title: string, address?: string) => enter(state, address),
      go,
      back: () => go(-1),
      forward: () => go(1),
    },
  };
  const history = createBrowserHistory({ window });
  for (const address of addresses.slice(1)) {
    history.push(address);
    history.flush();
  }
  return {
    history,
    asksBeforeReload: () => !events.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  };
}
