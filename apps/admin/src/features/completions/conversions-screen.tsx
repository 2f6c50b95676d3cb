import type { ConversionList } from '@inaam/contracts/completions';
import { formatRupees } from '@inaam/contracts/money';
import { Stat, StatRow } from '@inaam/ui/stat';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Figure } from '../../app/figure.tsx';
import { trpc } from '../../app/trpc.ts';
import type { ListWords } from '../../lists/columns.ts';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListState } from '../../lists/use-list-state.ts';
import { conversionColumns } from './conversion-columns.tsx';
import { conversionFilters, conversionSearch } from './conversion-search.ts';

const MAX_PAGE_LINKS = 5;
const ALL_OFFERS = { limit: 1000, status: 'all', sortBy: 'title', sortOrder: 'asc' } as const;
const words: ListWords = {
  one: 'conversion',
  many: 'conversions',
  failed: 'Failed to fetch conversions',
  empty: 'No conversions yet',
  emptyHint: 'Each offer that a user completes becomes a line here.',
  noMatch: 'No conversions match',
};
const oneDecimal = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const OverallStats = ({ stats }: { stats: ConversionList['overallStats'] }) => (
  <StatRow className="grid-cols-2 md:grid-cols-4">
    <Stat label="Total Revenue" value={<Figure>{formatRupees(stats.totalRevenue)}</Figure>} />
    <Stat label="Voucher Wins" value={<Figure>{stats.totalVoucherWins.toLocaleString('en-IN')}</Figure>} />
    <Stat label="Voucher Value" value={<Figure>{formatRupees(stats.totalVoucherValue)}</Figure>} />
    <Stat label="Win Rate" value={<Figure>{`${oneDecimal.format(stats.overallWinRate)}%`}</Figure>} />
  </StatRow>
);

/** All Conversions. */
export function ConversionsScreen() {
  const list = useListState(conversionSearch);
  const query = trpc.admin.completions.list.useQuery(list.input, { placeholderData: keepPreviousData });
  // Without the offers the list is still of use: the filter then has no choices.
  const offers = trpc.admin.offers.list.useQuery(ALL_OFFERS, { staleTime: 60_000 });
  const { offer } = list.state;
  const filters = useMemo(() => {
    const options = (offers.data?.offers ?? []).map(({ external_offer_id, title }) => ({
      value: external_offer_id,
      label: title,
    }));
    // An offer from a shared link stays chosen when the list does not (or not yet) have it.
    if (offer && !options.some(({ value }) => value === offer)) options.unshift({ value: offer, label: offer });
    return conversionFilters(options);
  }, [offers.data, offer]);
  return (
    <ListScreen
      title="All Conversions"
      words={words}
      list={list}
      filters={filters}
      columns={conversionColumns}
      query={query}
      rows={(data) => data.conversions}
      rowKey={(row) => row.completion_id}
      maxPageLinks={MAX_PAGE_LINKS}
      exportAs="conversions"
      above={query.data && <OverallStats stats={query.data.overallStats} />}
    />
  );
}
