import { formatCount } from '@inaam/contracts/common/format';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { Banner } from '@inaam/ui/banner';
import { Button, IconButton } from '@inaam/ui/button';
import { CrashBoundary } from '@inaam/ui/crash-boundary';
import { cx } from '@inaam/ui/cx';
import { EmptyState } from '@inaam/ui/empty-state';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { StatBand } from '@inaam/ui/stat';
import { uiWords } from '@inaam/ui/words';
import { CircleHelp, RefreshCw, X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { trpc, useUserId } from '../../app/data.tsx';
import { Drawing } from '../../app/drawing.tsx';
import { getErrorCode, getErrorMessage } from '../../app/errors.ts';
import { Placed } from '../../app/first-notices.tsx';
import { translateOffers } from '../../app/offer-texts.ts';
import { useSite } from '../../app/site.tsx';
import { SuspensionAppeal } from '../../app/suspension-appeal.tsx';
import { formatDateTime } from '../../words/dates.ts';
import { offers as words } from '../../words/words.ts';
import { FloatingBar } from './floating-bar.tsx';
import { readLastKnown, storeLastKnown } from './last-known.ts';
import { computePlaces, type Places } from './offer-places.ts';
import { listClass, OfferSections, SectionHeading } from './offer-sections.tsx';
import {
  ArrivedBar,
  FirstVoucherNotices,
  HowItWorks,
  InstallPrompt,
  LaterVoucherNotices,
  PushPrompt,
  preloadDetails,
} from './on-demand-parts.tsx';
import { countOffers, getOfferState, isStarted } from './parts/offer-state.ts';
import { AWAITED_POLL_MS, getPollInterval } from './poll-every.ts';
import { ReadyBar } from './ready-bar.tsx';
import { useFirstNotices } from './use-first-notices.ts';
import { useHowItWorks } from './use-how-it-works.ts';
import { useOfferUpdates } from './use-offer-updates.ts';
import { useStartOffer } from './use-start-offer.ts';

/**
 * The dashboard of offers. `onSpin` opens the wheel of a completed offer. `onAsk` opens the dialog about a missing
 * completion.
 */
export function OffersScreen({
  onSpin,
  onAsk,
  recent,
  isPaused,
}: {
  onSpin: (offer: UserOffer) => void;
  onAsk: (offer: UserOffer) => void;
  /** The offer whose wheel was open last. */
  recent?: number | undefined;
  /** True while a wheel is open over the dashboard. The dashboard then must not change. */
  isPaused: boolean;
}) {
  const site = useSite();
  const query = trpc.user.offers.list.useQuery(undefined, {
    select: translateOffers,
    refetchOnWindowFocus: 'always',
    // After an error, polls at the slower interval.
    refetchInterval: ({ state }) => (state.error ? AWAITED_POLL_MS : getPollInterval(state.data?.offers)),
  });
  const starting = useStartOffer();
  const [dismissedError, setDismissedError] = useState(0);

  const userId = useUserId();
  const [last] = useState(() => readLastKnown(userId));
  const fresh = query.data?.offers;
  const freshAt = query.dataUpdatedAt;

  // Only the card of a started offer whose spin is not used can show a case. The cards work even if this query
  // fails.
  const isWaiting = !!fresh?.some((offer) => offer.started_at !== null && !offer.spinner_used);
  const cases = trpc.user.cases.list.useQuery(undefined, { enabled: isWaiting, refetchOnWindowFocus: 'always' });

  const notices = useFirstNotices();
  const offers = useFrozen(notices.isReady ? (fresh ?? last?.offers) : undefined, isPaused);
  const stale = !fresh && last !== undefined;
  const awaitsPartner = !stale && !!offers?.some((offer) => getOfferState(offer) === 'confirming' || isStarted(offer));
  const updates = useOfferUpdates(last, fresh && offers);
  const { ids: arrived } = updates;
  useEffect(() => {
    if (fresh && offers) storeLastKnown(userId, { at: freshAt, offers, arrived });
  }, [userId, fresh, offers, freshAt, arrived]);
  const [places, setPlaces] = useState<Places>();
  if (fresh && !places) setPlaces(computePlaces(fresh));
  useEffect(preloadDetails, []);
  const how = useHowItWorks(fresh);
  const counts = offers && countOffers(offers);
  const now = useMemo(() => new Date(freshAt || Date.now()), [freshAt]);
  const failed = query.isError && query.errorUpdatedAt !== dismissedError;
  const retry = (
    <Button small busy={query.isFetching} busyLabel={words.retrying} onClick={() => void query.refetch()}>
      {words.retry}
    </Button>
  );
  // A failed start of an offer that has disappeared from the list is shown here, because no card can show it.
  const goneFailure =
    starting.failure && !offers?.some(({ offer_id }) => offer_id === starting.failure?.offerId)
      ? starting.failure
      : undefined;
  // Only a press shows progress, not a poll.
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = () => {
    setRefreshing(true);
    void query
      .refetch()
      .then(({ data }) => {
        if (data) setPlaces(computePlaces(data.offers));
        notices.renew();
      })
      .finally(() => setRefreshing(false));
  };
  return (
    <div className={cx('flex flex-col gap-3', (updates.won ?? updates.ready) && 'max-sm:pb-16')}>
      <div className="flex flex-col gap-1.5">
        <header className="-mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 sm:mt-0">
          <h1 className="text-xl sm:text-2xl">{words.title}</h1>
          <div className="-mr-3 flex flex-wrap items-center max-xs:mr-0">
            <IconButton
              label={words.howItWorks}
              aria-expanded={how.isOpen}
              className="min-h-11! text-muted!"
              onClick={how.toggle}
            >
              <CircleHelp aria-hidden className="size-5" />
            </IconButton>
            <Button
              variant="quiet"
              className="min-h-11! px-3!"
              busy={isRefreshing}
              busyLabel={words.refreshing}
              onClick={refresh}
              icon={<RefreshCw aria-hidden className="size-4" />}
            >
              {words.refresh}
            </Button>
          </div>
        </header>
        <StatBand
          stats={[
            { label: words.total, value: formatFigure(counts?.total) },
            { label: words.completed, value: formatFigure(counts?.completed) },
            { label: words.available, value: formatFigure(counts?.available) },
            { label: words.ready, value: formatFigure(counts?.ready), highlight: !!counts?.ready },
          ]}
        />
        {site && <NetworkBanner networkName={site.networkName} />}
      </div>
      <CrashBoundary fallback={<Placed onPlaced={notices.markPlaced} />}>
        {notices.hasNotices ? (
          <FirstVoucherNotices key={notices.round} onPlaced={notices.markPlaced} />
        ) : (
          <LaterVoucherNotices />
        )}
      </CrashBoundary>
      {failed && (
        <Banner
          tone="error"
          title={words.failed}
          action={retry}
          onDismiss={() => setDismissedError(query.errorUpdatedAt)}
        >
          <Reason error={query.error} />
        </Banner>
      )}
      {goneFailure && <Banner tone="error" title={goneFailure.message} onDismiss={starting.dismissFailure} />}
      {how.isOpen && <HowItWorks onClose={how.close} />}
      {stale && (
        // Fresh offers usually arrive within two seconds. Until then this note is only for screen readers, so that it
        // does not move the list.
        <p role="status" className={query.isFetching ? 'sr-only' : 'text-sm text-muted'}>
          {query.isFetching ? words.updating : ''}
          {words.asOf({ date: formatDateTime(new Date(last.at)) })}
        </p>
      )}
      {!offers && (query.isPending || !notices.isReady) && <OfferSkeletons />}
      {!offers && query.isError && !failed && (
        <EmptyState kind="failed" title={words.failedTitle} action={retry}>
          <Reason error={query.error} />
        </EmptyState>
      )}
      {offers?.length === 0 && (
        <EmptyState kind="first-use" title={words.noneTitle} drawing={<Drawing name="offers" />}>
          {words.noneHint}
        </EmptyState>
      )}
      {offers && offers.length > 0 && (
        <OfferSections
          offers={offers}
          places={places}
          now={now}
          starting={starting}
          cases={cases.data?.cases}
          supportEmail={site?.supportEmail}
          stale={stale}
          busy={query.isFetching}
          recent={recent}
          onSpin={onSpin}
          onAsk={onAsk}
        />
      )}
      {offers?.some((offer) => ['won', 'owed'].includes(getOfferState(offer))) && <InstallPrompt />}
      {awaitsPartner && !updates.won && !updates.ready && (
        <CrashBoundary>
          <FloatingBar>
            <PushPrompt />
          </FloatingBar>
        </CrashBoundary>
      )}
      {updates.won && <ArrivedBar offer={updates.won} onSeen={updates.markWonSeen} />}
      <ReadyBar offer={updates.won ? undefined : updates.ready} onSpin={onSpin} />
    </div>
  );
}

const formatFigure = (count: number | undefined): string => (count === undefined ? '–' : formatCount(count));

/** Returns the latest value; while frozen, the last value before the freeze, if there was one. */
function useFrozen<Value>(value: Value, isFrozen: boolean): Value {
  const [last, setLast] = useState(value);
  const keepsLast = isFrozen && last !== undefined;
  if (!keepsLast && last !== value) setLast(value);
  return keepsLast ? last : value;
}

/** Explains why the offers did not load, and what to do. */
function Reason({ error }: { error: unknown }) {
  const code = getErrorCode(error);
  if (!code) return <>{words.checkConnection}</>;
  const message = getErrorMessage(error, words.tryLater);
  return code === 'BLOCKED' ? (
    <>
      {message}. <SuspensionAppeal />
    </>
  ) : (
    <>{message}</>
  );
}

/** Skeletons of the main section, under its real heading. */
const OfferSkeletons = () => (
  <div className="flex flex-col gap-1">
    <SectionHeading />
    <Loading label={words.loading} className={listClass}>
      {[0, 1, 2, 3, 4, 5].map((key) => (
        <div key={key} className="flex flex-col gap-1.5 rounded-card border border-line bg-surface p-2.5 sm:p-3">
          <div className="flex gap-2.5">
            <Skeleton className="h-12 w-16 shrink-0 sm:h-15 sm:w-20" />
            <div className="grid grow content-start gap-2">
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="h-4 w-1/2" />
            </div>
          </div>
          <div className="flex items-center justify-between">
            <Skeleton className="h-8 w-28" />
            <Skeleton className="h-11 w-28" />
          </div>
        </div>
      ))}
    </Loading>
  </div>
);

const DISMISSED_KEY = 'networkBannerDismissed';

const readDismissal = (): string | null => {
  try {
    return localStorage.getItem(DISMISSED_KEY);
  } catch {
    return null;
  }
};

/** Names the partner network. A dismissed banner stays away on this device until the network changes. */
function NetworkBanner({ networkName }: { networkName: string }) {
  const [dismissed, setDismissed] = useState(readDismissal);
  if (dismissed === networkName) return null;
  const dismiss = () => {
    setDismissed(networkName);
    try {
      localStorage.setItem(DISMISSED_KEY, networkName);
    } catch {
      // Storage is unavailable: the banner stays dismissed until the page reloads.
    }
  };
  return (
    <p className="-my-2 flex items-center justify-between gap-2 text-xs text-muted">
      <span className="min-w-0 wrap-anywhere">{words.network({ name: networkName })}</span>
      <button
        type="button"
        aria-label={uiWords().dismiss}
        onClick={dismiss}
        className="-mr-3 grid size-10 shrink-0 place-items-center text-muted hover:text-text"
      >
        <X aria-hidden className="size-4" />
      </button>
    </p>
  );
}
