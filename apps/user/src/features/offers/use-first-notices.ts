import { use, useCallback, useState } from 'react';
import { trpc } from '../../app/data.tsx';
import { FirstNotices } from '../../app/first-notices.tsx';

/** Keeps offers back until the messages above them are in place. Messages that come later wait for the next opening. */
export function useFirstNotices() {
  const { isAbovePlaced, hasVoucherNotice } = use(FirstNotices);
  const utils = trpc.useUtils();
  const [round, setRound] = useState(0);
  const [isPlaced, setPlaced] = useState(false);
  const [isReady, setReady] = useState(false);
  // Loaded by another screen, or since the last opening.
  const hasLoaded = () => {
    const { notices = [], ending = [] } = utils.user.vouchers.notices.getData() ?? {};
    return notices.length + ending.length > 0;
  };
  const [hasKnown, setKnown] = useState(hasLoaded);
  const hasNotices = hasVoucherNotice || hasKnown;
  if (!isReady && isAbovePlaced && (isPlaced || !hasNotices)) setReady(true);
  return {
    /** The offers can be shown. */
    isReady,
    /** Notices about vouchers are shown. */
    hasNotices,
    markPlaced: useCallback(() => setPlaced(true), []),
    /** Shows what has come since: the person asked for it. */
    renew: () => {
      setKnown(hasLoaded());
      setRound((last) => last + 1);
    },
    /** The key of the notices: another one shows the latest. */
    round,
  };
}
