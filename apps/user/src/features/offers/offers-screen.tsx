import { formatCount, formatRupees } from '@inaam/contracts/common/format';
import { userPaths } from '@inaam/contracts/common/paths';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { rewardAmount } from '@inaam/contracts/spins/reward-type';
import { Banner } from '@inaam/ui/banner';
import { Button, buttonClass } from '@inaam/ui/button';
import { CrashBoundary } from '@inaam/ui/crash-boundary';
import { EmptyState } from '@inaam/ui/empty-state';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { StatBand } from '@inaam/ui/stat';
import { Link } from '@tanstack/react-router';
import { RefreshCw, X } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { trpc, useUserId } from '../../app/data.tsx';
import { Drawing } from '../../app/drawing.tsx';
import { getErrorCode, getErrorMessage } from '../../app/errors.ts';
import { useSite } from '../../app/site.tsx';
import { SuspensionAppeal } from '../../app/suspension-appeal.tsx';
import { formatDateTime } from '../../words/dates.ts';
import { loadWords, vouchers as voucherWords, offers as words } from '../../words/words.ts';
import { InstallPromptBanner } from './install-prompt.tsx';
import { readLastKnown, storeLastKnown } from './last-known.ts';
import { OfferSections, SectionHeading } from './offer-sections.tsx';
import { countOffers, getOfferState } from './offer-state.ts';
import { getWheel } from './placed-wheel.tsx';
import { AWAITED_POLL_MS, getPollInterval } from './poll-every.ts';
import { useStartOffer } from './use-start-offer.ts';

/** Shown to few and never at first, so it loads on demand. The offers work without it. */
const TellMe = lazy(async () => {
  try {
    return (await Promise.all([import('./push-prompt.tsx'), loadWords('inside')]))[0];
  } catch {
    return { default: () => null };
  }
});

/** Few people have notices, so they load separately. The offers work without them. */
const VoucherNotices = lazy(
  (): Promise<{ default: ComponentType }> =>
    Promise.all([import('../vouchers/parts/voucher-notices.tsx'), loadWords('inside')]).then(
      ([loaded]) => ({ default: loaded.VoucherNotices }),
      () => ({ default: () => null }),
    ),
);

/** The dashboard of offers. `onSpin` is for a completed, unspun one, `onAsk` for a missing completion. */
export function OffersScreen({
  onSpin,
  onAsk,
  recent,
}: {
  onSpin: (offer: UserOffer) => void;
  onAsk: (offer: UserOffer) => void;
  /** The offer whose wheel was open last. */
  recent?: number | undefined;
}) {
  const site = useSite();
  const query = trpc.user.offers.list.useQuery(undefined, {
    refetchOnWindowFocus: 'always',
    // Polls less often without an answer.
    refetchInterval: ({ state }) => (state.error ? AWAITED_POLL_MS : getPollInterval(state.data?.offers)),
  });
  const starting = useStartOffer();
  const [dismissedError, setDismissedError] = useState(0);

  const userId = useUserId();
  const [last] = useState(() => readLastKnown(userId));
  const fresh = query.data?.offers;
  const freshAt = query.dataUpdatedAt;
  useEffect(() => {
    if (fresh) storeLastKnown(userId, { at: freshAt, offers: fresh });
  }, [userId, fresh, freshAt]);
  const arrived = useNewCompletions(last?.offers, fresh);

  // Without open starts there are no cases. The cards work without an answer.
  const isWaiting = !!fresh?.some((offer) => offer.started_at !== null && !offer.spinner_used);
  const awaitsPartner = !!fresh?.some(
    (offer) =>
      getOfferState(offer) === 'confirming' || (offer.started_at !== null && getOfferState(offer) === 'available'),
  );
  const cases = trpc.user.cases.list.useQuery(undefined, { enabled: isWaiting, refetchOnWindowFocus: 'always' });

  const offers = fresh ?? last?.offers;
  const stale = !fresh && last !== undefined;
  const counts = offers && countOffers(offers);
  const now = useMemo(() => new Date(freshAt || Date.now()), [freshAt]);
  const failed = query.isError && query.errorUpdatedAt !== dismissedError;
  const retry = (
    <Button small busy={query.isFetching} busyLabel={words.retrying} onClick={() => void query.refetch()}>
      {words.retry}
    </Button>
  );
  // An offer that is gone has no card for its failure.
  const goneFailure =
    starting.failure && !offers?.some(({ offer_id }) => offer_id === starting.failure?.offerId)
      ? starting.failure
      : undefined;
  // Only a press shows progress, not a poll.
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = () => {
    setRefreshing(true);
    void query.refetch().finally(() => setRefreshing(false));
  };
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h1 className="text-xl sm:text-2xl">{words.title}</h1>
        <Button
          variant="quiet"
          className="-mr-3"
          busy={isRefreshing}
          busyLabel={words.refreshing}
          onClick={refresh}
          icon={<RefreshCw aria-hidden className="size-4" />}
        >
          {words.refresh}
        </Button>
      </header>
      <CrashBoundary>
        <Suspense fallback={null}>
          <VoucherNotices />
        </Suspense>
      </CrashBoundary>
      {arrived !== undefined && <Arrived amount={arrived} />}
      <StatBand
        stats={[
          { label: words.total, value: shown(counts?.total) },
          { label: words.completed, value: shown(counts?.completed) },
          { label: words.available, value: shown(counts?.available) },
          { label: words.ready, value: shown(counts?.ready), highlight: !!counts?.ready },
        ]}
      />
      {site && <NetworkBanner networkName={site.networkName} />}
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
      <InstallPromptBanner hasWon={!!offers?.some((offer) => ['won', 'owed'].includes(getOfferState(offer)))} />
      {awaitsPartner && (
        <CrashBoundary>
          <Suspense fallback={null}>
            <TellMe />
          </Suspense>
        </CrashBoundary>
      )}
      {stale && (
        <p role="status" className="text-sm text-muted">
          {query.isFetching ? words.updating : ''}
          {words.asOf({ date: formatDateTime(new Date(last.at)) })}
        </p>
      )}
      {!offers && query.isPending && <OfferSkeletons />}
      {!offers && query.isError && !failed && (
        <EmptyState kind="failed" title={words.failedTitle} action={retry}>
          <Reason error={query.error} />
        </EmptyState>
      )}
      {offers?.length === 0 && (
        <EmptyState kind="first-use" title={words.noneTitle} drawing={<Drawing of="offers" />}>
          {words.noneHint}
        </EmptyState>
      )}
      {offers && offers.length > 0 && (
        <OfferSections
          offers={offers}
          now={now}
          starting={starting}
          cases={cases.data?.cases}
          supportEmail={site?.supportEmail}
          stale={stale}
          busy={query.isFetching}
          recent={recent}
          getWheel={getWheel}
          onSpin={onSpin}
          onAsk={onAsk}
        />
      )}
    </div>
  );
}

const shown = (count: number | undefined): string => (count === undefined ? '–' : formatCount(count));

/** The rupees of an owed win that has its code since the last look; the largest of several. */
function useNewCompletions(before: readonly UserOffer[] | undefined, fresh: readonly UserOffer[] | undefined) {
  const owed = useRef(new Set(before?.filter((offer) => offer.owed).map(({ offer_id }) => offer_id)));
  const [arrived, setArrived] = useState<number>();
  useEffect(() => {
    if (!fresh) return;
    const amounts = fresh
      .filter((offer) => !offer.owed && offer.voucher_code !== null && owed.current.has(offer.offer_id))
      .map(({ reward_type }) => rewardAmount(reward_type) ?? 0);
    if (amounts.length > 0) setArrived(Math.max(...amounts));
    owed.current = new Set(fresh.filter((offer) => offer.owed).map(({ offer_id }) => offer_id));
  }, [fresh]);
  return arrived;
}

const Arrived = ({ amount }: { amount: number }) => (
  <Banner
    tone="success"
    title={voucherWords.arrivedTitle}
    action={
      <Link to={userPaths.vouchers} className={buttonClass({ variant: 'primary', small: true })}>
        {voucherWords.openVouchers}
      </Link>
    }
  >
    {voucherWords.arrivedHow({ amount: formatRupees(amount) })}
  </Banner>
);

/** Why the offers did not load, and what to do. */
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

/** Skeletons of the main section. Its heading can be read already. */
const OfferSkeletons = () => (
  <div className="flex flex-col gap-3">
    <SectionHeading
      title={words.sectionForYou}
      why={words.whyOrder}
      aside={<span aria-hidden className="min-h-control" />}
    />
    <Loading label={words.loading} className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
      {[0, 1, 2, 3, 4, 5].map((key) => (
        <div key={key} className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
          <div className="flex gap-3 sm:flex-col">
            <Skeleton className="aspect-video w-24 shrink-0 sm:w-auto" />
            <div className="grid grow gap-2">
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="h-6 w-1/2" />
            </div>
          </div>
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      ))}
    </Loading>
  </div>
);

const DISMISSED_KEY = 'networkBannerDismissed';

const dismissedFor = (): string | null => {
  try {
    return localStorage.getItem(DISMISSED_KEY);
  } catch {
    return null;
  }
};

/** Names the partner network. Dismissing it lasts on this device until the network changes. */
function NetworkBanner({ networkName }: { networkName: string }) {
  const [dismissed, setDismissed] = useState(dismissedFor);
  if (dismissed === networkName) return null;
  const dismiss = () => {
    setDismissed(networkName);
    try {
      localStorage.setItem(DISMISSED_KEY, networkName);
    } catch {
      // Storage is unavailable: it is dismissed until the page reloads.
    }
  };
  return (
    <p className="-my-2 flex items-center justify-between gap-2 text-sm text-muted">
      <span className="min-w-0 wrap-anywhere">{words.network({ name: networkName })}</span>
      <button
        type="button"
        aria-label={voucherWords.dismiss}
        onClick={dismiss}
        className="-mr-3 grid size-control shrink-0 place-items-center text-muted hover:text-text"
      >
        <X aria-hidden className="size-4" />
      </button>
    </p>
  );
}
