import type { Pagination as Paging } from '@inaam/contracts/common/lists';
import { Pagination } from '@inaam/ui/pagination';
import { Select } from '@inaam/ui/select';
import type { ReactNode } from 'react';
import type { ListWords } from './columns.ts';
import { type ListBase, toPatch } from './list-search.ts';
import { Total } from './total.tsx';
import type { ListState } from './use-list-state.ts';

/** Page size and page links; either is hidden if there is nothing to choose. */
export function ListFooter<State extends ListBase>({
  list,
  words,
  pagination,
  maxPageLinks,
  isFetching,
  showsSinglePage,
  children,
}: {
  list: ListState<State>;
  words: ListWords;
  pagination: Paging;
  maxPageLinks: number;
  isFetching: boolean;
  /** Whether a list with a single page shows "page 1 of 1". */
  showsSinglePage: boolean;
  /** Content next to the page size. */
  children?: ReactNode;
}) {
  const { pageSizes } = list.search;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      {pageSizes.length > 1 && (
        <Select
          label="Rows per page"
          hideLabel
          title="Rows per page"
          value={list.state.limit}
          onChange={(event) => list.change(toPatch<State>('limit', Number(event.target.value)))}
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size} per page
            </option>
          ))}
        </Select>
      )}
      {pagination.totalPages === 1 && showsSinglePage && (
        <p className="text-sm text-muted tabular-nums">Showing page 1 of 1</p>
      )}
      {pagination.totalPages > 1 && (
        <Pagination
          page={list.state.page}
          totalPages={pagination.totalPages}
          maxButtons={maxPageLinks}
          onPage={list.setPage}
          label={`Pages of ${words.many}`}
          className="min-w-0 grow"
        />
      )}
      {pagination.capped && (
        <Total pagination={pagination} words={words} isCounting={isFetching} onCountAll={list.countAll} />
      )}
      {children}
    </div>
  );
}
