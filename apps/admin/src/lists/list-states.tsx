import type { Pagination } from '@inaam/contracts/common/lists';
import { Button } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';
import type { ReactNode } from 'react';
import { getLoadError } from '../app/errors.ts';
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
  <EmptyState
    kind="failed"
    title={words.failed}
    action={
      <Button busy={query.isFetching} onClick={() => void query.refetch()}>
        Retry
      </Button>
    }
  >
    {getLoadError(query.error)}
  </EmptyState>
);
