import { useEffect, useEffectEvent } from 'react';

/** Focuses the search of the list on the page. */
export const SEARCH_KEY = '/';

const TYPED = 'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select';

/** Whether keys type text or choose from a list in this element, so that they are not commands. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED));

const modified = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;

/** Whether a confirmation dialog is open: no other action may start until it closes. */
export const isDialogOpen = (): boolean => document.querySelector('[role="alertdialog"]') !== null;
export const isModal = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/**
 * Runs commands on single keys, anywhere on the page. Keys are ignored while typing; combinations with Ctrl, Alt or ⌘
 * are left to the browser.
 * @param commands by `KeyboardEvent.key` in lower case: `j`, `arrowright`; a command that returns false leaves the key
 * to others
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

/** The modifier key of the search shortcut: ⌘ on Apple devices, else Ctrl. */
export const getCommandKey = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl');
