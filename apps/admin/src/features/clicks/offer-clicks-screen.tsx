import type { OfferClickList } from '@inaam/contracts/clicks/offer-clicks';
import { formatCount, formatOneDecimal, formatPlural, formatRupees } from '@inaam/contracts/common/format';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { trpc } from '../../app/trpc.ts';
import type { ListWords } from '../../lists/columns.ts';
import { formatAtLeast, ListFigures } from '../../lists/list-figures.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListState } from '../../lists/use-list-state.ts';
import { NoteShape, Tile } from '../../page/tiles.tsx';
import { useOfferOptions } from '../offers/parts/use-offer-options.ts';
import { offerClickColumns } from './offer-click-columns.tsx';
import { offerClickFilters, offerClickSearch } from './offer-click-search.ts';

const MAX_PAGE_LINKS = 5;
const words: ListWords = {
  one: 'click',
  many: 'clicks',
  failed: 'Failed to fetch offer clicks data',
  empty: 'No clicks found',
  emptyHint: 'Each started offer is listed here with its outcome.',
  noMatch: 'No clicks found',
};
const percent = (value: number): string => `${formatOneDecimal(value)}%`;

const Totals = ({ stats }: { stats: OfferClickList['stats'] | undefined }) => (
  <dl className="flex flex-wrap gap-x-4 md:max-lg:flex-col lg:gap-x-6">
    {[
      { term: 'Total revenue', value: stats && formatAtLeast(formatRupees(stats.totalRevenue), stats.capped) },
      { term: 'Total conversions', value: stats && formatAtLeast(formatCount(stats.totalConversions), stats.capped) },
    ].map(({ term, value }) => (
      <div key={term} className="flex items-baseline gap-x-1.5 md:justify-between lg:flex-col-reverse lg:items-start">
        <dt className="text-xs">{term}</dt>
        <dd className="font-semibold whitespace-nowrap tabular-nums lg:text-lg">{value ?? '\u00A0'}</dd>
      </div>
    ))}
  </dl>
);

/** `86 unique users`; if the count stopped at its limit, `10,000+ unique users` and a button that counts all users. */
const formatUniqueUsers = (
  { uniqueUsers, usersCapped, capped }: OfferClickList['stats'],
  countAll: () => void,
  busy: boolean,
) =>
  usersCapped ? (
    <>
      {formatAtLeast(formatCount(uniqueUsers), true)} unique users{' '}
      {!capped && (
        <button type="button" disabled={busy} onClick={countAll} className="link min-h-6">
          Count all users
        </button>
      )}
    </>
  ) : (
    formatPlural(uniqueUsers, 'unique user')
  );

/** The four figures with their notes; placeholders while the figures load. */
const tiles = (stats: OfferClickList['stats'] | undefined, countAll: () => void, busy: boolean) => (
  <>
    <Tile
      label="Total Conversions"
      value={stats && formatAtLeast(formatCount(stats.totalConversions), stats.capped)}
      note={stats ? formatUniqueUsers(stats, countAll, busy) : <NoteShape />}
    />
    <Tile
      label="Total Revenue"
      value={stats && formatAtLeast(formatRupees(stats.totalRevenue), stats.capped)}
      note={stats ? `${formatRupees(stats.avgPayout)} average payout` : <NoteShape />}
    />
    <Tile
      label="Vouchers Won"
      value={stats && formatAtLeast(formatCount(stats.voucherWins), stats.capped)}
      note={stats ? `${percent(stats.voucherWinRate)} win rate` : <NoteShape />}
    />
    <Tile
      label="Spins Used"
      value={stats && formatAtLeast(formatCount(stats.spinsUsed), stats.capped)}
      note={stats ? `${percent(stats.spinUsageRate)} usage rate` : <NoteShape />}
    />
  </>
);

export function OfferClicksScreen() {
  const list = useListState(offerClickSearch);
  const { client } = trpc.useUtils();
  const query = trpc.admin.clicks.list.useQuery(
    { ...list.input, codes: 'masked' },
    { placeholderData: keepPreviousData },
  );
  const { options, error } = useOfferOptions(list.state.offer_id);
  // Specification section 8: if the filter's offers fail to load, the error is only logged and not shown.
  useEffect(() => {
    if (error) console.error('The offers of the filter could not be loaded', error);
  }, [error]);
  const filters = useMemo(() => offerClickFilters(options), [options]);
  const stats = query.data?.stats;
  return (
    <ListScreen
      title="Offer Clicks & Conversions"
      words={words}
      list={list}
      filters={filters}
      columns={offerClickColumns}
      query={query}
      fetchRows={(input) => client.admin.clicks.list.query({ ...input, codes: 'masked' })}
      rows={(data) => data.clicks}
      rowKey={(row) => row.click_id}
      maxPageLinks={MAX_PAGE_LINKS}
      showsSinglePage={false}
      exportAs="offer-clicks"
      band={{ tone: 'clicks', figures: (stats || !query.error) && <Totals stats={stats} /> }}
      figures={
        <ListFigures list={list} filters={filters} words={words} stats={stats} query={query}>
          {tiles(stats, list.countAll, query.isFetching)}
        </ListFigures>
      }
    />
  );
}
