import { useSyncExternalStore } from 'react';

/** When printing started; undefined while nothing is printed. */
let startedAt: Date | undefined;

function subscribe(onChange: () => void): () => void {
  const startPrinting = () => {
    startedAt = new Date();
    onChange();
  };
  const endPrinting = () => {
    startedAt = undefined;
    onChange();
  };
  window.addEventListener('beforeprint', startPrinting);
  window.addEventListener('afterprint', endPrinting);
  return () => {
    window.removeEventListener('beforeprint', startPrinting);
    window.removeEventListener('afterprint', endPrinting);
  };
}

/** Returns when printing started, or undefined. Components use this to print what is collapsed on the screen. */
export const usePrinting = (): Date | undefined => useSyncExternalStore(subscribe, () => startedAt);
