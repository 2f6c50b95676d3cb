import { use, useCallback, useState } from 'react';
import { trpc } from '../../app/data.tsx';
import { FirstNotices } from '../../app/first-notices.tsx';

/**
 * Delays the offers until the messages above them are rendered. Messages that arrive later are shown when the screen
 * opens the next time.
 */
export function useFirstNotices() {
  const { isAbovePlaced, hasVoucherNotice } = use(FirstNotices);
  const utils = trpc.useUtils();
  const [round, setRound] = useState(0);
  const [isPlaced, setPlaced] = useState(false);
  const [isReady, setReady] = useState(false);
  // True if the cache has notices. Another screen may have loaded them, or they arrived after this screen opened.
  const hasLoaded = () => {
    const { notices = [], ending = [] } = utils.user.vouchers.notices.getData() ?? {};
    return notices.length + ending.length > 0;
  };
  const [hasKnown, setKnown] = useState(hasLoaded);
  const hasNotices = hasVoucherNotice || hasKnown;
  if (!isReady && isAbovePlaced && (isPlaced || !hasNotices)) setReady(true);
  return {
    /** True when the offers can be shown. */
    isReady,
    /** True if notices about vouchers are shown. */
    hasNotices,
    markPlaced: useCallback(() => setPlaced(true), []),
    /** Called when the person presses Refresh. Shows the messages that arrived after the screen opened. */
    renew: () => {
      setKnown(hasLoaded());
      setRound((last) => last + 1);
    },
    /** The React key of the notices. A new key renders the latest notices. */
    round,
  };
}
