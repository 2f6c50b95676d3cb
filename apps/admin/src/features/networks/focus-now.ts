/** A `ref` for what takes the focus when it appears, because what was pressed has gone or asked for it. */
export const focusNow = (element: HTMLElement | null): void => element?.focus();
