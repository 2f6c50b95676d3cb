import { useState } from 'react';

const isStored = (key: string): boolean => {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
};

/** Remembers in this browser that a suggestion was dismissed. @param key the key in the browser's storage */
export function useDismissal(key: string): [dismissed: boolean, dismiss: () => void] {
  const [dismissed, setDismissed] = useState(() => isStored(key));
  const dismiss = () => {
    setDismissed(true);
    try {
      localStorage.setItem(key, '1');
    } catch {
      // Storage is unavailable: the suggestion stays dismissed until the page reloads.
    }
  };
  return [dismissed, dismiss];
}
