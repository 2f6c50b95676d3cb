import { formatCount, formatOneDecimal, formatRupees } from '@inaam/contracts/common/format';
import type { ConversionList } from '@inaam/contracts/completions/conversions';
import { Stat, StatRow } from '@inaam/ui/stat';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from '../../app/trpc.ts';
import type { ListWords } from '../../lists/columns.ts';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListState } from '../../lists/use-list-state.ts';
import { Figure } from '../../page/figure.tsx';
import { useOfferOptions } from '../../shared/offers/use-offer-options.ts';
import { conversionColumns } from './conversion-columns.tsx';
import { conversionFilters, conversionSearch } from './conversion-search.ts';

const MAX_PAGE_LINKS = 5;
const words: ListWords = {
  one: 'conversion',
  many: 'conversions',
  failed: 'Failed to fetch conversions',
  empty: 'No conversions yet',
  emptyHint: 'Each offer that a user completes is listed here.',
  noMatch: 'No conversions match',
};

const OverallStats = ({ stats }: { stats: ConversionList['overallStats'] | undefined }) => (
  <StatRow className="grid-cols-2 md:grid-cols-4">
    <Stat label="Total Revenue" value={<Figure>{stats && formatRupees(stats.totalRevenue)}</Figure>} />
    <Stat label="Voucher Wins" value={<Figure>{stats && formatCount(stats.totalVoucherWins)}</Figure>} />
    <Stat label="Voucher Value" value={<Figure>{stats && formatRupees(stats.totalVoucherValue)}</Figure>} />
    <Stat label="Win Rate" value={<Figure>{stats && `${formatOneDecimal(stats.overallWinRate)}%`}</Figure>} />
  </StatRow>
);

/** All Conversions. */
export function ConversionsScreen() {
  const list = useListState(conversionSearch);
  const { client } = trpc.useUtils();
  const query = trpc.admin.completions.list.useQuery(
    { ...list.input, codes: 'masked' },
    { placeholderData: keepPreviousData },
  );
  const { options } = useOfferOptions(list.state.offer_id);
  const filters = useMemo(() => conversionFilters(options), [options]);
  return (
    <ListScreen
      title="All Conversions"
      words={words}
      list={list}
      filters={filters}
      columns={conversionColumns}
      query={query}
      ask={(input) => client.admin.completions.list.query({ ...input, codes: 'masked' })}
      rows={(data) => data.conversions}
      rowKey={(row) => row.completion_id}
      maxPageLinks={MAX_PAGE_LINKS}
      exportAs="conversions"
      above={(query.data ?? !query.error) && <OverallStats stats={query.data?.overallStats} />}
    />
  );
}
