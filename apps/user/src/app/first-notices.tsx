import { createContext, useLayoutEffect } from 'react';

/**
 * Messages above the offers. They load separately. If the session check shows that there are messages, the offers wait
 * for them, so that no message moves the offers. Most people have no messages and do not wait.
 */
export const FirstNotices = createContext({
  /** Whether all messages above the offers are rendered, or there are none. */
  isAbovePlaced: true,
  hasVoucherNotice: false,
});

export interface PlacedProps {
  /** Called before the browser paints, even if there is no message to show. */
  onPlaced?: (() => void) | undefined;
}

/** Reports through `onPlaced`. Rendered together with messages, or in place of messages that failed to load. */
export function Placed({ onPlaced }: PlacedProps) {
  useLayoutEffect(() => onPlaced?.(), [onPlaced]);
  return null;
}
