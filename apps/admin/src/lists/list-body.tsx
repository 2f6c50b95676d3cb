import type { Pagination as Paging } from '@inaam/contracts/common/lists';
import { Button } from '@inaam/ui/button';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { getLoadError } from '../app/errors.ts';
import { Banner } from '../page/banner.tsx';
import { NewRowsPill } from '../page/new-rows-pill.tsx';
import { ColumnChooser, useShownColumns } from './column-chooser.tsx';
import type { Column, ListWords } from './columns.ts';
import { activeFilters, type Filters } from './filters.ts';
import { ListFooter } from './list-footer.tsx';
import { getOrder, type ListBase, orderPatch } from './list-search.ts';
import { EmptyList, FailedList, NoMatch, PageOutOfRange } from './list-states.tsx';
import { ListTable, ListTableSkeleton, type Selectable } from './list-table.tsx';
import type { RowKey } from './selection.ts';
import type { ListState } from './use-list-state.ts';
import { type FetchRows, useNewRows } from './use-new-rows.ts';

/** The part of a query that a list uses. */
export interface ListQuery<Data> {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  /** True while the data still belong to the previous filters. */
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
}

export interface ListBodyProps<State extends ListBase, Data, Row> {
  title: string;
  words: ListWords;
  list: ListState<State>;
  filters: Filters<State>;
  columns: readonly Column<Row, State>[];
  query: ListQuery<Data>;
  rows: (data: Data) => readonly Row[];
  rowKey: (row: Row) => RowKey;
  /** The largest number of page links: 5 on conversions, fraud and offer clicks, and 7 on other lists. */
  maxPageLinks: number;
  /** The primary action. */
  action?: ReactNode;
  /** Identifies the list on a page with several lists: the chosen columns are saved for each list. */
  tab?: string;
  /** Fetches the list again, to find new rows. */
  fetchRows?: FetchRows<State, Data> | undefined;
  /** Whether a list with a single page shows "page 1 of 1". */
  showsSinglePage?: boolean;
  /** Makes rows selectable. */
  selectable?: Selectable<Row> | undefined;
}

/** A banner above rows that could not be refreshed. */
export function StaleBanner<Data>({ words, query }: { words: ListWords; query: ListQuery<Data> }) {
  const [dismissed, setDismissed] = useState<unknown>();
  if (!query.error || query.data === undefined || dismissed === query.error) return null;
  return (
    <Banner
      tone="error"
      title={words.failed}
      onDismiss={() => setDismissed(query.error)}
      action={
        <Button small busy={query.isFetching} onClick={() => void query.refetch()}>
          Retry
        </Button>
      }
    >
      {getLoadError(query.error)}
    </Banner>
  );
}

/** The rows with their paging, or the list's empty, loading or failed state. */
export function ListBody<State extends ListBase, Data extends { pagination: Paging }, Row>({
  title,
  words,
  list,
  filters,
  columns,
  query,
  rows,
  rowKey,
  maxPageLinks,
  action,
  selectable,
  tab,
  fetchRows,
  showsSinglePage = true,
}: ListBodyProps<State, Data, Row>) {
  const { data } = query;
  const { label: newRows, show } = useNewRows({
    list,
    // Rows of the previous filters cannot be compared with new rows under the current filters.
    data: query.isPlaceholderData ? undefined : data,
    rows,
    rowKey,
    fetchRows,
    refetch: query.refetch,
  });
  const chooser = useShownColumns(columns, tab);
  if (data === undefined) {
    return query.error ? (
      <FailedList words={words} query={query} />
    ) : (
      <ListTableSkeleton
        label={`Loading ${words.many}`}
        columns={chooser.shown}
        rows={list.state.limit}
        selectable={!!selectable}
      />
    );
  }
  const { pagination } = data;
  const shownRows = rows(data);
  const chips = activeFilters(filters, list.state, list.search.defaults);
  if (shownRows.length === 0) {
    if (pagination.total > 0) return <PageOutOfRange pagination={pagination} onPage={list.setPage} />;
    const empty =
      chips.length > 0 ? (
        <NoMatch
          words={words}
          clearLabel={filters.clearLabel}
          onClear={() => list.clear(chips.map(({ name }) => name))}
        />
      ) : (
        <EmptyList words={words} action={action} />
      );
    return (
      <>
        <NewRowsPill label={newRows} onShow={show} />
        {empty}
      </>
    );
  }
  const { sortBy, sortOrder } = getOrder(list.state);
  return (
    <>
      <NewRowsPill label={newRows} onShow={show} />
      <ListTable
        caption={title}
        columns={chooser.shown}
        rows={shownRows}
        rowKey={rowKey}
        fetching={query.isPlaceholderData && query.isFetching}
        selectable={selectable}
        {...(filters.sort && {
          sort: { by: sortBy, order: sortOrder, onSort: (by, order) => list.change(orderPatch<State>(by, order)) },
        })}
      />
      <ListFooter
        list={list}
        words={words}
        pagination={pagination}
        maxPageLinks={maxPageLinks}
        isFetching={query.isFetching}
        showsSinglePage={showsSinglePage}
      >
        <ColumnChooser choices={chooser.choices} onChange={chooser.setShown} onAll={chooser.showAll} />
      </ListFooter>
    </>
  );
}
