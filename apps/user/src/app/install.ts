import { useSyncExternalStore } from 'react';

/** Chromium's prompt to install the app. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let savedPrompt: InstallPrompt | undefined;
let changed: (() => void) | undefined;

function savePrompt(event?: Event): void {
  event?.preventDefault();
  savedPrompt = event as InstallPrompt | undefined;
  changed?.();
}

/**
 * Stops the browser's install prompt from opening at the start and saves it, because the app suggests installing only
 * after a first win (features/offers/install-prompt.tsx).
 */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', savePrompt);
  window.addEventListener('appinstalled', () => savePrompt());
}

/** Returns a function that shows the browser's prompt; undefined if there is no prompt or it was used. */
export const useInstall = (): (() => Promise<void>) | undefined => {
  const prompt = useSyncExternalStore(
    (onChange) => {
      changed = onChange;
      return () => {
        changed = undefined;
      };
    },
    () => savedPrompt,
  );
  return (
    prompt &&
    (async () => {
      // The browser's prompt can be shown only once.
      savePrompt();
      await prompt.prompt();
    })
  );
};
