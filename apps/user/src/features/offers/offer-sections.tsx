import type { UserCase } from '@inaam/contracts/cases/cases';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { Button } from '@inaam/ui/button';
import { CrashBoundary } from '@inaam/ui/crash-boundary';
import { cx } from '@inaam/ui/cx';
import { EmptyState } from '@inaam/ui/empty-state';
import { memo, type ReactNode, useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { offers as words } from '../../words/words.ts';
import { FirstRun } from './first-run.tsx';
import { OfferCard } from './offer-card.tsx';
import { OfferFilters, OfferSort } from './offer-filters.tsx';
import { getOfferState } from './offer-state.ts';
import { DEFAULT_VIEW, groupOffers, listCategories, SEARCH_FROM } from './offer-view.ts';
import type { PlacedWheel } from './placed-wheel.tsx';
import { useIncrementalList } from './use-incremental-list.ts';
import type { StartOffer } from './use-start-offer.ts';

export interface OfferSectionsProps {
  offers: readonly UserOffer[];
  now: Date;
  starting: StartOffer;
  cases: readonly UserCase[] | undefined;
  supportEmail: string | undefined;
  /** Stored data; fresh offers are loading. */
  stale: boolean;
  busy: boolean;
  /** The offer whose wheel was open last stays in sight. */
  recent: number | undefined;
  /** The wheel of a ready offer, and its place in the card. */
  getWheel?: ((offer: UserOffer) => PlacedWheel) | undefined;
  onSpin: (offer: UserOffer) => void;
  onAsk: (offer: UserOffer) => void;
}

/** All offers, grouped by what to do next. */
export function OfferSections(props: OfferSectionsProps) {
  const { offers, recent } = props;
  const [view, setView] = useState(DEFAULT_VIEW);
  // Typing shows at once; a long list follows when there is time.
  const lookedAt = useDeferredValue(view);
  const { ready, progress, forYou, done } = useMemo(() => groupOffers(offers, lookedAt), [offers, lookedAt]);
  const categories = useMemo(() => listCategories(offers), [offers]);
  const isNew = offers.every((offer) => getOfferState(offer) === 'available' && offer.started_at === null);
  const isEmpty = ready.length + progress.length + forYou.length + done.length === 0;
  const isRecentDone = done.some(({ offer_id }) => offer_id === recent);
  useEffect(() => {
    // Its card just moved from another section and lost the focus.
    if (isRecentDone && document.activeElement === document.body)
      document.getElementById(`offer-${recent}-card`)?.focus({ preventScroll: true });
  }, [isRecentDone, recent]);
  const isFiltered = categories.length > 1 || offers.length >= SEARCH_FROM;
  const { sort } = view;
  const sorting = useMemo(
    () => isFiltered && <OfferSort sort={sort} onSort={(next) => setView((now) => ({ ...now, sort: next }))} />,
    [isFiltered, sort],
  );
  const best = ready.length === 0 ? forYou[0]?.offer_id : undefined;
  const common = { ...props, best, isNew };
  return (
    <div className="flex flex-col gap-6" aria-busy={props.stale && props.busy}>
      {isNew && <FirstRun />}
      {ready.length > 0 && <Section {...common} title={words.sectionReady} offers={ready} wide={ready.length === 1} />}
      {progress.length > 0 && <Section {...common} title={words.sectionProgress} offers={progress} />}
      {isFiltered && (
        <OfferFilters view={view} onView={setView} categories={categories} searchable={offers.length >= SEARCH_FROM} />
      )}
      {isEmpty && (
        <EmptyState
          kind="no-match"
          title={words.noMatchTitle}
          action={<Button onClick={() => setView(DEFAULT_VIEW)}>{words.showAll}</Button>}
        >
          {words.noMatchHow}
        </EmptyState>
      )}
      {forYou.length > 0 && (
        <Section
          {...common}
          title={words.sectionForYou}
          why={lookedAt.sort === 'recommended' ? words.whyOrder : undefined}
          aside={sorting}
          offers={forYou}
        />
      )}
      {done.length > 0 && (
        <details id="done" open={isRecentDone || ready.length + progress.length + forYou.length === 0 || undefined}>
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

type SectionProps = OfferSectionsProps & {
  title: string;
  why?: string | undefined;
  aside?: ReactNode;
  best: number | undefined;
  isNew: boolean;
  /** Its only card takes the whole row. */
  wide?: boolean;
};

/** Memoised while a search is typed: its offers follow when there is time. */
const Section = memo(function Section({ title, why, aside, ...rest }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <SectionHeading id={id} title={title} why={why} aside={aside} />
      <Cards {...rest} label={title} />
    </section>
  );
});

/**
 * @param why one line: why the offers have this order
 * @param aside beside the title: changes the order
 */
export const SectionHeading = ({
  id,
  title,
  why,
  aside,
}: {
  id?: string | undefined;
  title: string;
  why?: string | undefined;
  aside?: ReactNode;
}) => (
  <div>
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {aside}
    </div>
    {why && <p className="text-sm text-muted">{why}</p>}
  </div>
);

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
  wide = false,
  getWheel,
  onSpin,
  onAsk,
}: Omit<SectionProps, 'title' | 'why' | 'aside'> & { label: string }): ReactNode {
  const { shown, end } = useIncrementalList(offers.length);
  return (
    <>
      {/* Dimmed by removing colour: less opacity would cost the text its contrast. */}
      <ul
        aria-label={label}
        aria-busy={stale && busy}
        className={cx(
          'grid grid-cols-1 gap-3 has-[[open],[aria-expanded=true]]:items-start',
          !wide && 'sm:grid-cols-2 sm:gap-4 lg:grid-cols-3',
          stale && 'grayscale',
        )}
      >
        {offers.slice(0, shown).map((offer) => (
          <li key={offer.offer_id} className="grid grid-cols-1">
            <CrashBoundary>
              <OfferCard
                offer={offer}
                now={now}
                first={offer.offer_id === best}
                isNew={isNew}
                wide={wide}
                wheel={wide ? getWheel?.(offer) : undefined}
                busy={starting.startingId === offer.offer_id}
                supportEmail={supportEmail}
                failure={starting.failure?.offerId === offer.offer_id ? starting.failure.message : undefined}
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
