import { useState } from 'react';
import { usePoll } from '../app/use-poll.ts';
import { getOrder, type ListBase, type ListInput } from './list-search.ts';
import { countNewRows, MAX_NEW_ROWS } from './new-rows.ts';
import type { RowKey } from './selection.ts';
import type { ListState } from './use-list-state.ts';

/** Queries the list's procedure. */
export type FetchRows<State extends ListBase, Data> = (input: ListState<State>['input']) => Promise<Data>;

/**
 * Counts rows that match the filters and arrived since the list was loaded. Works on any page of the list.
 * @param fetchRows fetches rows from the server; undefined stops polling
 */
export function useNewRows<State extends ListBase, Data, Row>({
  list,
  data,
  rows,
  rowKey,
  fetchRows,
  refetch,
}: {
  list: ListState<State>;
  data: Data | undefined;
  rows: (data: Data) => readonly Row[];
  rowKey: (row: Row) => RowKey;
  fetchRows: FetchRows<State, Data> | undefined;
  refetch: () => Promise<unknown>;
}): { label: string | undefined; show: () => void } {
  const { input, state, search } = list;
  const order = getOrder(state);
  const defaultOrder = getOrder(search.defaults);
  const isNewestFirst =
    state.page === 1 && order.sortBy === defaultOrder.sortBy && order.sortOrder === defaultOrder.sortOrder;
  const shown = data === undefined ? undefined : rows(data).map(rowKey);
  /** Changes when the list reloads with other rows. */
  const shownKey = shown === undefined ? '' : JSON.stringify(shown);
  const [polled, setPolled] = useState<{ shownKey: string; known: ReadonlySet<RowKey>; newest: readonly RowKey[] }>();
  const { sortBy: _by, sortOrder: _order, ...filters } = input as ListInput & { sortBy?: unknown; sortOrder?: unknown };
  const newestInput = { ...filters, page: 1, limit: MAX_NEW_ROWS, total: 'capped' } as typeof input;

  usePoll(
    JSON.stringify(newestInput),
    shown === undefined || !fetchRows
      ? undefined
      : async () => {
          const newest = rows(await fetchRows(newestInput)).map(rowKey);
          setPolled((last) => {
            if (last?.shownKey === shownKey) return { ...last, newest };
            // Page 1 in the default order shows the newest rows. Elsewhere, the rows of the first poll count as known.
            return { shownKey, known: new Set(isNewestFirst ? shown : newest), newest };
          });
        },
  );

  // After a reload the list includes the new rows, so none are counted.
  const { count, hasMore } =
    polled?.shownKey === shownKey ? countNewRows(polled.newest, polled.known) : { count: 0, hasMore: false };
  return {
    label: count === 0 ? undefined : `${count}${hasMore ? '+' : ''} new`,
    show: () => {
      if (!isNewestFirst) list.change({ ...defaultOrder } as Parameters<typeof list.change>[0]);
      void refetch();
    },
  };
}
