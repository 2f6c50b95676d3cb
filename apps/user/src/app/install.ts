import { useSyncExternalStore } from 'react';

/** Chromium's prompt to install the app. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let kept: InstallPrompt | undefined;
let changed: (() => void) | undefined;

function keep(event?: Event): void {
  event?.preventDefault();
  kept = event as InstallPrompt | undefined;
  changed?.();
}

/**
 * Holds the browser's prompt back from the start: ours comes after a first win (features/offers/install-prompt.tsx).
 */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', keep);
  window.addEventListener('appinstalled', () => keep());
}

/** Shows the browser's prompt; undefined if there is none or it was used. */
export const useInstall = (): (() => Promise<void>) | undefined => {
  const prompt = useSyncExternalStore(
    (onChange) => {
      changed = onChange;
      return () => {
        changed = undefined;
      };
    },
    () => kept,
  );
  return (
    prompt &&
    (async () => {
      // It can be shown only once.
      keep();
      await prompt.prompt();
    })
  );
};
