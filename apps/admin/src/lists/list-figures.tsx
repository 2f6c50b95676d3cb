import { formatCount } from '@inaam/contracts/common/format';
import { MAX_COUNTED } from '@inaam/contracts/common/lists';
import { cx } from '@inaam/ui/cx';
import type { ReactNode } from 'react';
import { oneRow, Tiles } from '../page/tiles.tsx';
import type { ListWords } from './columns.ts';
import { activeFilters, type Filters } from './filters.ts';
import type { ListBase } from './list-search.ts';
import type { ListState } from './use-list-state.ts';

/** Formats a sum or a count; `₹4,200+` if counting stopped at its limit. */
export const formatAtLeast = (figure: string, capped: true | undefined): string => (capped ? `${figure}+` : figure);

/**
 * Figures above a list, with their basis: all rows, the filtered rows, or the rows counted so far. In the last case, a
 * button counts all rows.
 */
export function ListFigures<State extends ListBase>({
  list,
  filters,
  words: { many },
  stats,
  query: { error, isFetching, isPlaceholderData },
  children,
}: {
  list: ListState<State>;
  filters: Filters<State>;
  words: Pick<ListWords, 'many'>;
  /** Undefined while the figures load. */
  stats: { capped?: true | undefined } | undefined;
  /** The list's query; its response includes the figures. */
  query: { error: unknown; isFetching: boolean; isPlaceholderData: boolean };
  /** The figures, one tile each. */
  children: ReactNode;
}) {
  // The list below shows the failure.
  if (!stats && error) return null;
  const isFiltered = activeFilters(filters, list.state, list.search.defaults).length > 0;
  const title = stats?.capped ? (
    <>
      Figures of {formatCount(MAX_COUNTED)} of the {many} that match.{' '}
      <button type="button" disabled={isFetching} onClick={list.countAll} className="link min-h-6">
        Count all
      </button>
    </>
  ) : isFiltered ? (
    `Figures of the ${many} that match`
  ) : (
    `Figures of all ${many}`
  );
  return (
    <div className={cx('transition-opacity duration-150', isFetching && isPlaceholderData && 'opacity-50')}>
      <Tiles title={title} hidesTitle={!stats?.capped && !isFiltered} className={oneRow}>
        {children}
      </Tiles>
    </div>
  );
}
