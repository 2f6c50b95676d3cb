import { userPaths } from '@inaam/contracts/common/paths';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { trpc, useUserId } from '../app/data.tsx';
import { translateOffers } from '../app/offer-texts.ts';
import { getOfferState } from '../features/offers/parts/offer-state.ts';
import { clearPendingSpin, readPendingSpin } from '../features/spins/pending-spin.ts';

const route = getRouteApi(`/signed-in${userPaths.offers}`);

/** The dialog over the dashboard: an offer's wheel, or the question about a missing completion. */
type Place = 'spin' | 'ask';

interface Opened {
  /** The offer as it was when it was opened, because later data must not remove the wheel. */
  offer: UserOffer;
  /** The client seed of a spin that a reload interrupted. */
  resumed?: string;
  /** True if this wheel replaced another one. The URL then changes a moment later. */
  isNext?: boolean;
}

export interface OpenedOffer {
  /** The open offer and its dialog; undefined if none is open. */
  opened: (Opened & { place: Place }) | undefined;
  open: (place: Place, offer: UserOffer) => void;
  /** Opens another wheel in place of the open one. */
  replace: (offer: UserOffer) => void;
  close: () => void;
  /** Closes the dialog and scrolls to the next offer with which the user can go on. */
  closeToNext: () => void;
  /** The ID of the offer that was open last, to show its result in the list. */
  recent: number | undefined;
}

/**
 * The offer whose dialog is open over the dashboard. The URL names the offer, so that Back closes the dialog instead of
 * leaving the app, and links can open the dialog. After a reload in mid-spin the wheel reopens.
 */
export function useOpenedOffer(): OpenedOffer {
  const { spin, ask } = route.useSearch();
  const navigate = route.useNavigate();
  const { history } = useRouter();
  const utils = trpc.useUtils();
  const userId = useUserId();
  const [opened, setOpenedNow] = useState<Opened>();
  const [recent, setRecent] = useState<number>();
  const setOpened = useCallback((next: Opened | undefined) => {
    setOpenedNow(next);
    if (next) setRecent(next.offer.offer_id);
  }, []);
  /** The offer whose button was pressed. The press added a history entry, so closing the dialog goes back. */
  const pressed = useRef<UserOffer>(undefined);

  const isToNext = useRef(false);

  const named = spin ?? ask;
  /** True once the URL has named the open offer. */
  const isNamed = useRef(false);
  const list = trpc.user.offers.list.useQuery(undefined, { select: translateOffers, refetchOnWindowFocus: false });
  // Cached data may be outdated, and a wheel that was spun since then must not reopen.
  const offers = list.isFetching ? undefined : list.data?.offers;
  const hasReadPendingSpin = useRef(false);
  /** The offer id of a navigation in progress, during which the router still has the previous URL. */
  const openingId = useRef<number>(undefined);
  useEffect(() => {
    if (openingId.current !== undefined && named !== openingId.current) return;
    openingId.current = undefined;
    const openedId = opened?.offer.offer_id;
    if (openedId !== undefined && named === openedId) isNamed.current = true;
    if (openedId !== undefined && named === undefined) {
      // After an automatic opening the URL changes a moment later. Until then, a URL without the offer does not mean
      // that the dialog was closed.
      if (!isNamed.current) return;
      isNamed.current = false;
      setOpened(undefined);
      pressed.current = undefined;
      return;
    }
    if (named !== undefined && named !== openedId && named === pressed.current?.offer_id) {
      setOpened({ offer: pressed.current });
      return;
    }
    if (!offers) return;
    const stored = hasReadPendingSpin.current ? undefined : readPendingSpin(userId);
    hasReadPendingSpin.current = true;
    const isElsewhere = stored?.isShown && named !== undefined && named !== stored.offerId;
    if (isElsewhere) clearPendingSpin();
    const pending = isElsewhere ? undefined : stored;
    const id = pending?.offerId ?? named;
    if (id === undefined || id === openedId) return;
    const offer = offers.find(({ offer_id }) => offer_id === id);
    const isSpin = pending !== undefined || spin !== undefined;
    const canOpen =
      offer &&
      (pending ||
        (isSpin ? getOfferState(offer) === 'ready' : getOfferState(offer) === 'available' && offer.started_at));
    if (canOpen) setOpened({ offer, ...(pending && { resumed: pending.clientSeed }) });
    const search = canOpen ? { [isSpin ? 'spin' : 'ask']: id } : {};
    if (canOpen && named !== id) openingId.current = id;
    if (!canOpen || named !== id) void navigate({ search, replace: true, resetScroll: false });
  }, [offers, opened, named, spin, userId, navigate, setOpened]);

  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = opened !== undefined;
    if (!opened) return;
    const { offer_id } = opened.offer;
    return () => {
      void utils.user.offers.list.invalidate();
      void utils.user.insights.stats.invalidate();
      // The server closes the message about a used spin, so the bell is reloaded.
      void utils.user.messages.bell.invalidate();
      // The dialog returns the focus to the button that opened it. That button may disappear, so the offer's card takes
      // the focus afterwards.
      requestAnimationFrame(() =>
        setTimeout(() => {
          if (isOpen.current) return;
          const cardId = `offer-${offer_id}-card`;
          const next = isToNext.current ? document.querySelector<HTMLElement>(`[data-next]:not(#${cardId})`) : null;
          isToNext.current = false;
          (next ?? document.getElementById(cardId))?.focus({ preventScroll: true });
          next?.scrollIntoView({ block: 'center' });
        }),
      );
    };
  }, [opened, utils]);

  const close = () => {
    const isBackHere = pressed.current !== undefined;
    pressed.current = undefined;
    if (isBackHere) history.back();
    else void navigate({ search: {}, replace: true, resetScroll: false });
  };
  return {
    opened:
      opened && (opened.offer.offer_id === named || (opened.isNext && spin !== undefined))
        ? { ...opened, place: spin === undefined ? 'ask' : 'spin' }
        : undefined,
    recent,
    open: (place, offer) => {
      // A second press before the first is handled would add a second history entry.
      if (pressed.current) return;
      pressed.current = offer;
      void navigate({ search: { [place]: offer.offer_id }, resetScroll: false });
    },
    replace: (offer) => {
      if (pressed.current) pressed.current = offer;
      openingId.current = offer.offer_id;
      setOpened({ offer, isNext: true });
      void navigate({ search: { spin: offer.offer_id }, replace: true, resetScroll: false });
    },
    close,
    closeToNext: () => {
      isToNext.current = true;
      close();
    },
  };
}
