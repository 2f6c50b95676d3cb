import type { UserCase } from '@inaam/contracts/cases/cases';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { Button } from '@inaam/ui/button';
import { CrashBoundary } from '@inaam/ui/crash-boundary';
import { cx } from '@inaam/ui/cx';
import { EmptyState } from '@inaam/ui/empty-state';
import { SlidersHorizontal } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { offerDetails, offers as words } from '../../words/words.ts';
import { OfferCard } from './offer-card.tsx';
import type { Places } from './offer-places.ts';
import { DEFAULT_VIEW, groupOffers, listCategories, MOST_UNFILTERED } from './offer-view.ts';
import { OfferFilters, ReadyOfferWheel } from './on-demand-parts.tsx';
import { getOfferState, isStarted } from './parts/offer-state.ts';
import { useIncrementalList } from './use-incremental-list.ts';
import type { StartOffer } from './use-start-offer.ts';

export interface OfferSectionsProps {
  offers: readonly UserOffer[];
  /** The group of each offer, which stays the same while the screen is open. */
  places: Places | undefined;
  now: Date;
  starting: StartOffer;
  cases: readonly UserCase[] | undefined;
  supportEmail: string | undefined;
  /** True while stored offers are shown and fresh offers load. */
  stale: boolean;
  busy: boolean;
  /** The id of the offer whose wheel was open last. Its card stays in view. */
  recent: number | undefined;
  onSpin: (offer: UserOffer) => void;
  onAsk: (offer: UserOffer) => void;
}

/** All offers, grouped by what to do next. */
export function OfferSections(props: OfferSectionsProps) {
  const { offers, recent, places } = props;
  const [view, setView] = useState(DEFAULT_VIEW);
  // Typed text appears at once. A long list is filtered when the browser has time.
  const deferredView = useDeferredValue(view);
  const { ready, progress, forYou, done } = useMemo(
    () => groupOffers(offers, deferredView, places),
    [offers, deferredView, places],
  );
  const categories = useMemo(() => listCategories(offers), [offers]);
  const [isFiltering, setFiltering] = useState(false);
  const isNew = offers.every((offer) => getOfferState(offer) === 'available' && !isStarted(offer));
  const waiting = useMemo(() => [...ready, ...progress], [ready, progress]);
  const isEmpty = waiting.length + forYou.length + done.length === 0;
  const isRecentDone = done.some(({ offer_id }) => offer_id === recent);
  useEffect(() => {
    // The card of the spun offer just moved here from another section and lost the focus.
    if (isRecentDone && document.activeElement === document.body)
      document.getElementById(`offer-${recent}-card`)?.focus({ preventScroll: true });
  }, [isRecentDone, recent]);
  const best = ready.length === 0 ? forYou.find((offer) => !isStarted(offer))?.offer_id : undefined;
  const common = { ...props, best, isNew };
  return (
    <div className="flex flex-col gap-3" aria-busy={props.stale && props.busy}>
      {waiting.length > 0 && (
        <section aria-labelledby="waiting">
          <h2 id="waiting" className="sr-only">
            {words.waiting}
          </h2>
          <Cards {...common} offers={waiting} label={words.waiting} isStrip />
        </section>
      )}
      <section aria-labelledby="for-you" className="flex flex-col gap-1">
        <SectionHeading>
          {offers.length > MOST_UNFILTERED && (
            <Button
              variant="quiet"
              className="-mr-3 min-h-11! px-3!"
              aria-expanded={isFiltering}
              onClick={() => setFiltering(!isFiltering)}
              icon={<SlidersHorizontal aria-hidden className="size-4" />}
            >
              {words.filter}
            </Button>
          )}
        </SectionHeading>
        {isFiltering && (
          <div className="mb-2">
            <OfferFilters view={view} onView={setView} categories={categories} />
          </div>
        )}
        {isEmpty && (
          <EmptyState
            kind="no-match"
            title={offerDetails.noMatchTitle}
            action={<Button onClick={() => setView(DEFAULT_VIEW)}>{offerDetails.showAll}</Button>}
          >
            {offerDetails.noMatchHow}
          </EmptyState>
        )}
        {forYou.length > 0 && (
          <div className={cx(isNew && 'pt-2')}>
            <Cards {...common} offers={forYou} label={words.sectionForYou} />
          </div>
        )}
      </section>
      {done.length > 0 && (
        <details id="done" open={isRecentDone || waiting.length + forYou.length === 0 || undefined}>
          <summary className="flex min-h-11 items-center gap-2 text-base font-semibold">
            <h2 className="text-base">{words.sectionDone}</h2>
            <span className="text-sm font-normal text-muted tabular-nums">{done.length}</span>
          </summary>
          <Cards {...common} offers={done} label={words.sectionDone} />
        </details>
      )}
    </div>
  );
}

/** @param children content at the other end of the heading's line */
export const SectionHeading = ({ children }: { children?: ReactNode }) => (
  <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
    <h2 id="for-you" className="text-lg">
      {words.sectionForYou}
    </h2>
    {children}
  </div>
);

/** The list of cards: one column on phones, up to three on wide screens. */
export const listClass = 'grid grid-cols-1 items-start gap-2.5 sm:grid-cols-2 sm:gap-3 lg:grid-cols-3';

const Cards = memo(function Cards({
  offers,
  label,
  stale,
  busy,
  now,
  starting,
  cases,
  supportEmail,
  best,
  isNew,
  isStrip = false,
  onSpin,
  onAsk,
}: OfferSectionsProps & {
  label: string;
  best: number | undefined;
  isNew: boolean;
  /** One line that scrolls sideways on phones. */
  isStrip?: boolean;
}): ReactNode {
  const { shown, end } = useIncrementalList(offers.length);
  const isRow = isStrip && offers.length > 1;
  return (
    <>
      {/* Stale cards lose their colour. Less opacity would reduce the contrast of the text. */}
      <ul
        aria-label={label}
        aria-busy={stale && busy}
        className={cx(
          listClass,
          isRow &&
            'max-sm:-mx-4 max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-4 max-sm:auto-cols-[min(92%,22rem)] max-sm:grid-flow-col max-sm:grid-cols-none max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-1 max-sm:[scrollbar-width:none]',
          stale && 'grayscale',
        )}
      >
        {offers.slice(0, shown).map((offer) => (
          <li key={offer.offer_id} className="grid grid-cols-1 snap-start">
            <CrashBoundary>
              <OfferCard
                offer={offer}
                now={now}
                first={offer.offer_id === best}
                isNew={isNew}
                isCompact={isRow}
                wheel={getOfferState(offer) === 'ready' && <ReadyOfferWheel odds={offer.spinner_config} />}
                busy={starting.startingId === offer.offer_id}
                supportEmail={supportEmail}
                failure={starting.failure?.offerId === offer.offer_id ? starting.failure.message : undefined}
                isPause={starting.failure?.isPause}
                onDismissFailure={starting.dismissFailure}
                blockedTabUrl={starting.blockedTab?.offerId === offer.offer_id ? starting.blockedTab.url : undefined}
                userCase={cases?.find(({ offer_id }) => offer_id === offer.offer_id)}
                onAsk={() => onAsk(offer)}
                onAction={() => (getOfferState(offer) === 'ready' ? onSpin(offer) : starting.start(offer))}
              />
            </CrashBoundary>
          </li>
        ))}
      </ul>
      {shown < offers.length && <div ref={end} className="h-4" />}
    </>
  );
});
