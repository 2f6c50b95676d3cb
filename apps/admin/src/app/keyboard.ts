import { useEffect, useEffectEvent } from 'react';

/** The key that focuses the search field of the list on the page. */
export const SEARCH_KEY = '/';

const FORM_FIELDS = 'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select';

/** Whether this element uses keys itself, to type text or to choose from a list. Such keys are not commands. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(FORM_FIELDS));

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;

/** Whether a confirmation dialog is open: no other action may start until the dialog closes. */
export const isConfirmationOpen = (): boolean => document.querySelector('[role="alertdialog"]') !== null;
/** Whether any dialog is open, a panel included. */
export const isModalOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/**
 * Runs commands on single keys, anywhere on the page. Keys are ignored while typing; combinations with Ctrl, Alt or ⌘
 * are left to the browser.
 * @param commands by `KeyboardEvent.key` in lower case: `j`, `arrowright`; after a command that returns false, the key
 * keeps its default action
 */
export function useKeys(commands: Readonly<Record<string, () => unknown>>): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || hasModifier(event) || isTyping(event.target)) return;
    const key = event.key.toLowerCase();
    const command = Object.hasOwn(commands, key) ? commands[key] : undefined;
    if (command && command() !== false) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** The modifier key of the search shortcut: ⌘ on Apple devices, else Ctrl. */
export const getCommandKey = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl');
