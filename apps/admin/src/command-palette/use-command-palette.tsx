import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { isConfirmationOpen, isModalOpen, SEARCH_KEY, useKeys } from '../app/keyboard.ts';
import { CommandPalette } from './command-palette.tsx';
import { useGoKeys } from './use-go-keys.ts';

// The help loads on demand. The search does not: text typed right after Ctrl+K would be lost while the code loads.
const ShortcutsHelp = lazy(() => import('./shortcuts-help.tsx').then((module) => ({ default: module.ShortcutsHelp })));

/**
 * The keys of every page: Ctrl+K or ⌘K opens the search over everything, `/` the list's search, `?` the list of keys.
 */
export function useCommandPalette(): { open: () => void; node: ReactNode } {
  const [shown, setShown] = useState<'palette' | 'keys'>();
  const close = () => setShown(undefined);
  const open = () => setShown('palette');
  useGoKeys();

  useKeys({
    [SEARCH_KEY]: () => {
      if (isModalOpen()) return;
      const field = document.querySelector<HTMLInputElement>(`input[aria-keyshortcuts="${SEARCH_KEY}"]`);
      if (!field) return open();
      field.focus();
      field.select();
    },
    '?': () => {
      if (!isConfirmationOpen()) setShown('keys');
    },
  });

  const press = useEffectEvent((event: KeyboardEvent) => {
    const hasCommandKey = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!hasCommandKey || event.key.toLowerCase() !== 'k' || isConfirmationOpen()) return;
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
