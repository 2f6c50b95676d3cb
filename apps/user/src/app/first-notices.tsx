import { createContext, useLayoutEffect } from 'react';

/**
 * Messages above the offers, which load separately. The session check says whether there are any; then the offers wait,
 * so that no message moves them. Most people have none and wait for nothing.
 */
export const FirstNotices = createContext({
  /** No message of the account is coming any more. */
  isAbovePlaced: true,
  hasVoucherNotice: false,
});

export interface PlacedProps {
  /** Called before the browser paints, and also if there is nothing to show. */
  onPlaced?: (() => void) | undefined;
}

/** Rendered together with messages, or instead of those that failed to load. */
export function Placed({ onPlaced }: PlacedProps) {
  useLayoutEffect(() => onPlaced?.(), [onPlaced]);
  return null;
}
