import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import { isModalOpen, useKeys } from '../app/keyboard.ts';

/** Marks the link or button that opens a row's record. A click on the row or Enter presses this link or button. */
export const opensRecord = { 'data-opens-record': '' } as const;
/** Marks a row, and the part of a table that contains the rows. */
export const rowAttributes = { 'data-row': '', tabIndex: -1 } as const;
export const rowsAttributes = { 'data-rows': '' } as const;

const ROW = '[data-row]';
const CONTROLS = 'a, button, input, label, select, textarea, summary, [role="menuitem"]';

/** Presses the control that opens the row's record. @returns false if the row has no such control */
function pressOpener(
  row: Element,
  { ctrlKey, metaKey, shiftKey }: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>,
) {
  const opener = row.querySelector('[data-opens-record]');
  // Passes modifier keys on, so that a link can open in another tab.
  opener?.dispatchEvent(
    new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
  return opener !== null;
}

/**
 * A row's handlers: Enter, and a click outside the row's links and buttons, open the row's record.
 * @param showDetails called if the row has no record to open
 */
export const getRowHandlers = (showDetails: () => void) => ({
  onClick: (event: MouseEvent<HTMLElement>) => {
    const { currentTarget: row, target } = event;
    // React also calls this handler for clicks in a cell's dialogs and menus, which are not inside the row in the page.
    if (!(target instanceof Element) || !row.contains(target) || target.closest(CONTROLS)) return;
    // The admin was selecting text, which ends with a click.
    if (getSelection()?.toString()) return;
    if (!pressOpener(row, event)) showDetails();
  },
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    const { currentTarget: row, target } = event;
    if (event.key !== 'Enter' || !(target === row || (target as Element).matches('input[type="checkbox"]'))) return;
    event.preventDefault();
    if (!pressOpener(row, event)) showDetails();
  },
});

/** Whether keys act on this list: the list with the focus, else the first list of the page. */
const isCurrentList = (rows: Element): boolean => {
  const lists = [...document.querySelectorAll('[data-rows]')];
  return rows === (lists.find((each) => each.contains(document.activeElement)) ?? lists[0]);
};

/** `j` and `k` move the focus from row to row, `x` selects or deselects the row with the focus. */
export function useRowKeys(body: RefObject<HTMLElement | null>): void {
  const move = (by: 1 | -1) => {
    if (!body.current || isModalOpen() || !isCurrentList(body.current)) return false;
    const rows = [...body.current.querySelectorAll<HTMLElement>(ROW)];
    const focusedIndex = rows.findIndex((row) => row.contains(document.activeElement));
    rows[focusedIndex < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, focusedIndex + by))]?.focus();
    return true;
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => {
      const row = document.activeElement?.closest(ROW);
      const box = row?.querySelector<HTMLInputElement>('input[type="checkbox"]');
      if (!box || isModalOpen() || !body.current?.contains(row ?? null)) return false;
      box.click();
      return true;
    },
  });
}
