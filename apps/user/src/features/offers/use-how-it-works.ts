import type { UserOffer } from '@inaam/contracts/offers/offers';
import { useState } from 'react';

/** Cleared with the session (app/session/session-storage.ts lists the key, too). */
const KEY = 'howItWorksSeen';

/**
 * The background of 'How it works', and its height at each width in the longest language. Reserves the space, because
 * 'How it works' loads after the offers.
 */
export const HOW_IT_WORKS_PLACE =
  'rounded-card bg-stage min-h-47 min-[20rem]:min-h-34.5 min-[21.5rem]:min-h-30.5 sm:min-h-21 lg:min-h-16.5';

const wasSeen = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
};

const markSeen = (): void => {
  try {
    localStorage.setItem(KEY, '1');
  } catch {
    // Storage is unavailable: 'How it works' is shown again at the next visit.
  }
};

/** 'How it works' is shown once to people who have started nothing yet; later it opens on a press. */
export function useHowItWorks(offers: readonly UserOffer[] | undefined) {
  const [isOpen, setOpen] = useState<boolean>();
  if (isOpen === undefined && offers && offers.length > 0) {
    const isNew = !wasSeen() && offers.every(({ started_at, completed }) => started_at === null && !completed);
    setOpen(isNew);
    if (isNew) markSeen();
  }
  return { isOpen: isOpen === true, toggle: () => setOpen(!isOpen), close: () => setOpen(false) };
}
