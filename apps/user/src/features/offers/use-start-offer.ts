import type { UserOffer } from '@inaam/contracts/offers/offers';
import { useEffect, useRef, useState } from 'react';
import { trpc, useUserId } from '../../app/data.tsx';
import { getErrorCode, getErrorMessage } from '../../app/errors.ts';
import { offers as words } from '../../words/words.ts';
import { hashClientSeed } from '../spins/parts/client-seed.ts';

/** The list reloads this long after a click (specification section 9). */
const RELOAD_AFTER_MS = 2000;

export interface StartOffer {
  start: (offer: UserOffer) => void;
  /** The offer whose click is being recorded. */
  startingId: number | undefined;
  /** `isPause`: starting offers is paused for everyone, which is not an error. */
  failure: { offerId: number; message: string; isPause: boolean } | undefined;
  dismissFailure: () => void;
  /** Set if the browser blocked the new tab: the card then shows a link. */
  blockedTab: { offerId: number; url: string } | undefined;
}

/**
 * Records a click and opens the tracking URL in a new tab. The tab opens empty during the click event, because browsers
 * block tabs that open later. It navigates when the server has answered.
 */
export function useStartOffer(): StartOffer {
  const utils = trpc.useUtils();
  const userId = useUserId();
  const click = trpc.user.clicks.create.useMutation();
  const [failure, setFailure] = useState<StartOffer['failure']>();
  const [blockedTab, setBlockedTab] = useState<StartOffer['blockedTab']>();
  const [startingId, setStartingId] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const start = ({ offer_id: offerId, title }: UserOffer) => {
    setFailure(undefined);
    setBlockedTab(undefined);
    setStartingId(offerId);
    const tab = window.open('', '_blank');
    if (tab) {
      tab.document.title = title;
      tab.document.body.textContent = words.opening;
      // Set here, because with `noopener` the call of `window.open` would return no handle to navigate the tab.
      tab.opener = null;
    }
    void hashClientSeed(userId, offerId).then((clientSeedHash) =>
      click.mutate(
        { offerId, ...(clientSeedHash && { clientSeedHash }) },
        {
          onSuccess: ({ redirectUrl }) => {
            if (tab && !tab.closed) tab.location.replace(redirectUrl);
            else if (!tab) setBlockedTab({ offerId, url: redirectUrl });
            clearTimeout(timer.current);
            timer.current = setTimeout(() => void utils.user.offers.list.invalidate(), RELOAD_AFTER_MS);
          },
          onError: (error) => {
            tab?.close();
            setFailure({
              offerId,
              message: getErrorMessage(error, words.startFailed),
              isPause: getErrorCode(error) === 'STARTS_PAUSED',
            });
            // Reloads the list, which no longer contains the offer. The message stays.
            if (getErrorCode(error) === 'OFFER_NOT_FOUND') void utils.user.offers.list.invalidate();
          },
          onSettled: () => setStartingId(undefined),
        },
      ),
    );
  };

  return {
    start,
    startingId,
    failure,
    dismissFailure: () => setFailure(undefined),
    blockedTab,
  };
}
