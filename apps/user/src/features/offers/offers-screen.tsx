import { formatDateTime } from '@inaam/contracts/common/time';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { EmptyState } from '@inaam/ui/empty-state';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { StatBand } from '@inaam/ui/stat';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { trpc, useUserId } from '../../app/data.tsx';
import { codeOf, messageOf } from '../../app/errors.ts';
import { IfMistaken } from '../../app/if-mistaken.tsx';
import { useSite } from '../../app/site.tsx';
import { InstallOffer } from './install-offer.tsx';
import { keepLastKnown, lastKnown } from './last-known.ts';
import { OfferCard } from './offer-card.tsx';
import { countOffers, inOrderOfUse, offerState } from './offer-state.ts';
import { useStartOffer } from './use-start-offer.ts';

const FAILED = 'Failed to fetch offers';
/**
 * How often the list is asked for what comes by itself, a voucher that is owed or a confirmation, while someone looks
 * at it.
 */
const AWAITED_POLL_MS = 20_000;
const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3';

/**
 * The dashboard of offers. `onSpin` is called for a completed, unspun one, `onAsk` where a completion does not arrive;
 * `notices` stand above everything else.
 */
export function OffersScreen({
  onSpin,
  onAsk,
  notices,
}: {
  onSpin: (offer: UserOffer) => void;
  onAsk: (offer: UserOffer) => void;
  notices?: ReactNode;
}) {
  const site = useSite();
  const query = trpc.user.offers.list.useQuery(undefined, {
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) =>
      state.data?.offers.some(({ owed, pending }) => owed || pending) ? AWAITED_POLL_MS : false,
  });
  const starting = useStartOffer();
  const [dismissedError, setDismissedError] = useState(0);

  const userId = useUserId();
  const [last] = useState(() => lastKnown(userId));
  const fresh = query.data?.offers;
  const freshAt = query.dataUpdatedAt;
  useEffect(() => {
    if (fresh) keepLastKnown(userId, { at: freshAt, offers: fresh });
  }, [userId, fresh, freshAt]);

  // Who waits for nothing has not asked about anything; without an answer the cards say what they can.
  const isWaiting = !!fresh?.some((offer) => offer.started_at !== null && !offer.spinner_used);
  const cases = trpc.user.cases.list.useQuery(undefined, { enabled: isWaiting, refetchOnWindowFocus: 'always' });

  const offers = fresh ?? last?.offers;
  const stale = !fresh && last !== undefined;
  const counts = offers && countOffers(offers);
  const now = new Date(fresh ? freshAt : Date.now());
  const failed = query.isError && query.errorUpdatedAt !== dismissedError;
  const retry = (
    <Button small busy={query.isFetching} busyLabel="Retrying..." onClick={() => void query.refetch()}>
      Retry
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-xl sm:text-2xl">Offers</h1>
        <Button
          busy={query.isFetching}
          busyLabel="Refreshing..."
          onClick={() => void query.refetch()}
          icon={<RefreshCw aria-hidden className="size-4" />}
        >
          Refresh
        </Button>
      </header>
      {notices}
      <StatBand
        stats={[
          { label: 'Total Offers', value: counts?.total ?? '–' },
          { label: 'Completed', value: counts?.completed ?? '–' },
          { label: 'Available', value: counts?.available ?? '–' },
          { label: 'Ready to Spin', value: counts?.ready ?? '–', highlight: !!counts?.ready },
        ]}
      />
      {site && <NetworkBanner networkName={site.networkName} />}
      {failed && (
        <Banner tone="error" title={FAILED} action={retry} onDismiss={() => setDismissedError(query.errorUpdatedAt)}>
          <Reason error={query.error} />
        </Banner>
      )}
      <InstallOffer hasWon={!!offers?.some((offer) => ['won', 'owed'].includes(offerState(offer)))} />
      {stale && (
        <p role="status" className="text-sm text-muted">
          {query.isFetching ? 'Updating… ' : ''}These are your offers as of {formatDateTime(new Date(last.at))}.
        </p>
      )}
      {!offers && query.isPending && <OfferSkeletons />}
      {!offers && query.isError && !failed && (
        <EmptyState kind="failed" title="The offers could not be loaded" action={retry}>
          <Reason error={query.error} />
        </EmptyState>
      )}
      {offers?.length === 0 && (
        <EmptyState kind="first-use" title="No offers available">
          New offers arrive all the time. Please look again later.
        </EmptyState>
      )}
      {offers && offers.length > 0 && (
        // Dimmed by taking the colour away: less light would cost what is written its contrast.
        <ul aria-busy={stale && query.isFetching} className={cx(grid, stale && 'grayscale')}>
          {inOrderOfUse(offers).map((offer) => (
            <li key={offer.offer_id} className="grid grid-cols-1">
              <OfferCard
                offer={offer}
                now={now}
                busy={starting.startingId === offer.offer_id}
                supportEmail={site?.supportEmail}
                failure={starting.failure?.offerId === offer.offer_id ? starting.failure.message : undefined}
                onDismissFailure={starting.dismissFailure}
                heldBackUrl={starting.heldBack?.offerId === offer.offer_id ? starting.heldBack.url : undefined}
                asked={cases.data?.cases.find(({ offer_id }) => offer_id === offer.offer_id)}
                onAsk={() => onAsk(offer)}
                onAction={() => (offerState(offer) === 'ready' ? onSpin(offer) : starting.start(offer))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Why the offers did not come, and what to do about it. */
function Reason({ error }: { error: unknown }) {
  const code = codeOf(error);
  if (!code) return 'Check your connection and try again.';
  const message = messageOf(error, 'Please try again in a moment.');
  return code === 'BLOCKED' ? (
    <>
      {message}. <IfMistaken />
    </>
  ) : (
    message
  );
}

const OfferSkeletons = () => (
  <Loading label="Loading offers..." className={grid}>
    {[0, 1, 2, 3, 4, 5].map((key) => (
      <div key={key} className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
        <div className="flex justify-between">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-4 w-24" />
        </div>
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-12 w-full" />
      </div>
    ))}
  </Loading>
);

const DISMISSED_KEY = 'networkBannerDismissed';

const dismissedFor = (): string | null => {
  try {
    return localStorage.getItem(DISMISSED_KEY);
  } catch {
    return null;
  }
};

/** Says whose offers these are. Once dismissed it stays away on this device, until the network is another one. */
function NetworkBanner({ networkName }: { networkName: string }) {
  const [dismissed, setDismissed] = useState(dismissedFor);
  if (dismissed === networkName) return null;
  const dismiss = () => {
    setDismissed(networkName);
    try {
      localStorage.setItem(DISMISSED_KEY, networkName);
    } catch {
      // Storage is refused: it is dismissed until the page is loaded again.
    }
  };
  return (
    <Banner tone="info" onDismiss={dismiss}>
      Offers come from our partner, <strong className="font-semibold">{networkName}</strong>.
    </Banner>
  );
}
