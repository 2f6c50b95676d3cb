import { useSyncExternalStore } from 'react';

/** When printing started; undefined on the screen. */
let askedAt: Date | undefined;

function subscribe(changed: () => void): () => void {
  const begin = () => {
    askedAt = new Date();
    changed();
  };
  const end = () => {
    askedAt = undefined;
    changed();
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

/** When printing started. Printed pages show what the screen folds. */
export const usePrinting = (): Date | undefined => useSyncExternalStore(subscribe, () => askedAt);
