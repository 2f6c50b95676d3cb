import { useSyncExternalStore } from 'react';

/** Chromium's own offer to put the app on the home screen. */
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
 * Keeps the browser's offer back, from the first moment on: ours comes after a first win
 * (features/offers/install-prompt.tsx).
 */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', keep);
  window.addEventListener('appinstalled', () => keep());
}

/** Shows the browser's question, where it offered it and has not been used; undefined where there is none. */
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
      // It can be shown once.
      keep();
      await prompt.prompt();
    })
  );
};
