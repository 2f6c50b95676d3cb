import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};

/** The browser's connection state. Only `false` is reliable. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
