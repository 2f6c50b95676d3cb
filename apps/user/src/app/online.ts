import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};

/** What the browser says of its connection. `true` promises nothing; `false` can be relied on. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
