import { adminPaths } from '@inaam/contracts/common/paths';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { goKeys } from '../app/go-keys.ts';
import { isModal, useKeys } from '../app/keyboard.ts';

/** How long `g` waits for its letter. */
const WAIT_MS = 1200;

/** Pages where `c` creates a record. */
const CREATES: readonly string[] = [adminPaths.offers, adminPaths.vouchers];

/** `g` and a letter open a page, `c` creates a record of the list, `e` edits the open offer. */
export function useGoKeys(): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const pressed = useRef(Number.NEGATIVE_INFINITY);
  const isGoing = () => performance.now() - pressed.current < WAIT_MS;
  const go = (key: string) => {
    const target = goKeys.find((each) => each.key === key);
    const goes = isGoing() && !isModal();
    pressed.current = Number.NEGATIVE_INFINITY;
    if (goes && target) void navigate({ to: target.to });
    return goes;
  };
  const open = (panel: string) => void navigate({ to: '.', search: { ...search, panel } as never, resetScroll: false });
  useKeys({
    ...Object.fromEntries(goKeys.map(({ key }) => [key, () => void go(key)])),
    g: () => {
      pressed.current = performance.now();
    },
    c: () => {
      if (!go('c') && !isModal() && CREATES.includes(pathname)) open('new');
    },
    e: () => {
      const opened = /^view-(\d{1,15})$/.exec(String((search as { panel?: unknown }).panel ?? ''))?.[1];
      if (opened && pathname === adminPaths.offers) open(opened);
    },
  });
}
