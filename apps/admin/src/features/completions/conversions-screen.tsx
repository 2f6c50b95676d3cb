import { formatCount, formatOneDecimal, formatRupees } from '@inaam/contracts/common/format';
import type { ConversionList } from '@inaam/contracts/completions/conversions';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from '../../app/trpc.ts';
import type { ListWords } from '../../lists/columns.ts';
import { formatAtLeast, ListFigures } from '../../lists/list-figures.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListState } from '../../lists/use-list-state.ts';
import { Tile } from '../../page/tiles.tsx';
import { useOfferOptions } from '../offers/parts/use-offer-options.ts';
import { conversionColumns } from './conversion-columns.tsx';
import { conversionFilters, conversionSearch } from './conversion-search.ts';

const MAX_PAGE_LINKS = 5;
const words: ListWords = {
  one: 'conversion',
  many: 'conversions',
  failed: 'Failed to fetch conversions',
  empty: 'No conversions yet',
  emptyHint: 'Completed offers are listed here.',
  noMatch: 'No conversions match',
};

/** The four figures; placeholders while the figures load. */
const overallTiles = (stats: ConversionList['overallStats'] | undefined) => (
  <>
    <Tile label="Total Revenue" value={stats && formatAtLeast(formatRupees(stats.totalRevenue), stats.capped)} />
    <Tile label="Voucher Wins" value={stats && formatAtLeast(formatCount(stats.totalVoucherWins), stats.capped)} />
    <Tile label="Voucher Value" value={stats && formatAtLeast(formatRupees(stats.totalVoucherValue), stats.capped)} />
    <Tile label="Win Rate" value={stats && `${formatOneDecimal(stats.overallWinRate)}%`} />
  </>
);

export function ConversionsScreen() {
  const list = useListState(conversionSearch);
  const { client } = trpc.useUtils();
  const query = trpc.admin.completions.list.useQuery(
    { ...list.input, codes: 'masked' },
    { placeholderData: keepPreviousData },
  );
  const { options } = useOfferOptions(list.state.offer_id);
  const filters = useMemo(() => conversionFilters(options), [options]);
  const stats = query.data?.overallStats;
  return (
    <ListScreen
      title="All Conversions"
      words={words}
      list={list}
      filters={filters}
      columns={conversionColumns}
      query={query}
      fetchRows={(input) => client.admin.completions.list.query({ ...input, codes: 'masked' })}
      rows={(data) => data.conversions}
      rowKey={(row) => row.completion_id}
      maxPageLinks={MAX_PAGE_LINKS}
      exportAs="conversions"
      figures={
        <ListFigures list={list} filters={filters} words={words} stats={stats} query={query}>
          {overallTiles(stats)}
        </ListFigures>
      }
    />
  );
}
