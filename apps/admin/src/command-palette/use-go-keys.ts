import { adminPaths } from '@inaam/contracts/common/paths';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { goKeys } from '../app/go-keys.ts';
import { isModalOpen, useKeys } from '../app/keyboard.ts';

/** How long `g` waits for the second key. */
const WAIT_MS = 1200;

/** Pages where `c` creates a record. */
const CREATES: readonly string[] = [adminPaths.offers, adminPaths.vouchers];

/** `g` and a letter open a page, `c` creates a record of the list, `e` edits the open offer. */
export function useGoKeys(): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  const isWaitingForLetter = () => performance.now() - pressedAt.current < WAIT_MS;
  const go = (key: string) => {
    const target = goKeys.find((each) => each.key === key);
    const isSecondKey = isWaitingForLetter() && !isModalOpen();
    pressedAt.current = Number.NEGATIVE_INFINITY;
    if (isSecondKey && target) void navigate({ to: target.to });
    return isSecondKey;
  };
  const open = (panel: string) => void navigate({ to: '.', search: { ...search, panel } as never, resetScroll: false });
  useKeys({
    ...Object.fromEntries(goKeys.map(({ key }) => [key, () => void go(key)])),
    g: () => {
      pressedAt.current = performance.now();
    },
    c: () => {
      if (!go('c') && !isModalOpen() && CREATES.includes(pathname)) open('new');
    },
    e: () => {
      const offerId = /^view-(\d{1,15})$/.exec(String((search as { panel?: unknown }).panel ?? ''))?.[1];
      if (offerId && pathname === adminPaths.offers) open(offerId);
    },
  });
}
