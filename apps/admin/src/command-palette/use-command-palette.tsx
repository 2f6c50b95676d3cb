import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { isDialogOpen, isModal, SEARCH_KEY, useKeys } from '../app/keyboard.ts';
import { CommandPalette } from './command-palette.tsx';
import { useGoKeys } from './use-go-keys.ts';

// Part of no screen, so that no screen waits for it. The search is not: whoever presses Ctrl+K types on at once, and
// what is typed while code is on its way would be lost.
const ShortcutsHelp = lazy(() => import('./shortcuts-help.tsx').then((module) => ({ default: module.ShortcutsHelp })));

/** The keys of every page, and what they open: Ctrl+K or ⌘K searches everywhere, `/` the list, `?` lists the keys. */
export function useCommandPalette(): { open: () => void; node: ReactNode } {
  const [shown, setShown] = useState<'palette' | 'keys'>();
  const close = () => setShown(undefined);
  const open = () => setShown('palette');
  useGoKeys();

  useKeys({
    [SEARCH_KEY]: () => {
      if (isModal()) return;
      const field = document.querySelector<HTMLInputElement>(`input[aria-keyshortcuts="${SEARCH_KEY}"]`);
      if (!field) return open();
      field.focus();
      field.select();
    },
    '?': () => {
      if (!isDialogOpen()) setShown('keys');
    },
  });

  const press = useEffectEvent((event: KeyboardEvent) => {
    const combined = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!combined || event.key.toLowerCase() !== 'k' || isDialogOpen()) return;
    event.preventDefault();
    setShown((now) => (now === 'palette' ? undefined : 'palette'));
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return {
    open,
    node: (
      <Suspense>
        {shown === 'palette' && <CommandPalette onClose={close} />}
        {shown === 'keys' && <ShortcutsHelp onClose={close} />}
      </Suspense>
    ),
  };
}
