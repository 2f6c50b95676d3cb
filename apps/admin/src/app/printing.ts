import { useSyncExternalStore } from 'react';

/** When the paper that is being made was asked for; undefined on the screen. */
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

/** Since when a paper is being made: it has what the screen keeps folded. */
export const usePrinting = (): Date | undefined => useSyncExternalStore(subscribe, () => askedAt);
