import type { Pagination } from '@inaam/contracts/common/lists';
import { Button } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';
import type { ReactNode } from 'react';
import { FailedLoad } from '../page/failed-load.tsx';
import type { ListWords } from './columns.ts';

export const EmptyList = ({ words, action }: { words: ListWords; action: ReactNode }) => (
  <EmptyState kind="first-use" title={words.empty} action={action}>
    {words.emptyHint}
  </EmptyState>
);

/** No row matches the filters. */
export const NoMatch = ({
  words,
  clearLabel = 'Clear filters',
  onClear,
}: {
  words: ListWords;
  clearLabel?: string | undefined;
  onClear: () => void;
}) => (
  <EmptyState kind="no-match" title={words.noMatch} action={<Button onClick={onClear}>{clearLabel}</Button>}>
    {words.noMatchHint ?? 'Try adjusting your filters'}
  </EmptyState>
);

/** The page of a link no longer exists. */
export const PageOutOfRange = ({
  pagination: { page, totalPages },
  onPage,
}: {
  pagination: Pagination;
  onPage: (page: number) => void;
}) => (
  <EmptyState
    kind="no-match"
    title={`There is no page ${page}`}
    action={<Button onClick={() => onPage(totalPages)}>Go to the last page</Button>}
  >
    The last page is {totalPages}.
  </EmptyState>
);

export const FailedList = ({
  words,
  query,
}: {
  words: ListWords;
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
}) => (
  <FailedLoad
    title={words.failed}
    error={query.error}
    isFetching={query.isFetching}
    onRetry={() => void query.refetch()}
  />
);
