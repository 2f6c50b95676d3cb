import { useSyncExternalStore } from 'react';

/** When printing started; undefined on the screen. */
let startedAt: Date | undefined;

function subscribe(changed: () => void): () => void {
  const begin = () => {
    startedAt = new Date();
    changed();
  };
  const end = () => {
    startedAt = undefined;
    changed();
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

/** Returns when printing started. Printed pages include sections that are collapsed on the screen. */
export const usePrinting = (): Date | undefined => useSyncExternalStore(subscribe, () => startedAt);
