import { useEffect, useEffectEvent } from 'react';

/** Focuses the search of the list on the page. */
export const SEARCH_KEY = '/';

const TYPED = 'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select';

/** Whether keys type text or choose from a list there, so that they are no commands. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED));

const modified = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;

/** Whether a confirmation dialog is open: no other action may start until it closes. */
export const isDialogOpen = (): boolean => document.querySelector('[role="alertdialog"]') !== null;
export const isModal = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/**
 * Single keys as commands, anywhere on the page. Ignored while typing; combinations with Ctrl, Alt or ⌘ stay with the
 * browser.
 * @param commands by `KeyboardEvent.key` in lower case: `j`, `arrowright`; false leaves the key to other commands
 */
export function useKeys(commands: Readonly<Record<string, () => unknown>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || modified(event) || isTyping(event.target)) return;
    const key = event.key.toLowerCase();
    const command = Object.hasOwn(commands, key) ? commands[key] : undefined;
    if (command && command() !== false) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** The modifier of K: ⌘ on Apple's machines. */
export const getCommandKey = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl');
