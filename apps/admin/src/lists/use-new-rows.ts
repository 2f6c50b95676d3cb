import { useState } from 'react';
import { usePoll } from '../app/use-poll.ts';
import { getOrder, type ListBase, type ListInput } from './list-search.ts';
import { countNewRows, NEWEST } from './new-rows.ts';
import type { RowKey } from './selection.ts';
import type { ListState } from './use-list-state.ts';

/** Queries the list's procedure. */
export type Ask<State extends ListBase, Data> = (input: ListState<State>['input']) => Promise<Data>;

/**
 * Counts rows that match the filters and arrived since the list was loaded, on any page.
 * @param ask undefined stops watching
 */
export function useNewRows<State extends ListBase, Data, Row>({
  list,
  data,
  rows,
  rowKey,
  ask,
  refetch,
}: {
  list: ListState<State>;
  data: Data | undefined;
  rows: (data: Data) => readonly Row[];
  rowKey: (row: Row) => RowKey;
  ask: Ask<State, Data> | undefined;
  refetch: () => Promise<unknown>;
}): { words: string | undefined; show: () => void } {
  const { input, state, search } = list;
  const order = getOrder(state);
  const usual = getOrder(search.defaults);
  const isNewestFirst = state.page === 1 && order.sortBy === usual.sortBy && order.sortOrder === usual.sortOrder;
  const shown = data === undefined ? undefined : rows(data).map(rowKey);
  /** Identifies the shown rows. */
  const of = shown === undefined ? '' : JSON.stringify(shown);
  const [news, setNews] = useState<{ of: string; known: ReadonlySet<RowKey>; newest: readonly RowKey[] }>();
  const { sortBy: _by, sortOrder: _order, ...filters } = input as ListInput & { sortBy?: unknown; sortOrder?: unknown };
  const newestInput = { ...filters, page: 1, limit: NEWEST, total: 'capped' } as typeof input;

  usePoll(
    JSON.stringify(newestInput),
    shown === undefined || !ask
      ? undefined
      : async () => {
          const newest = rows(await ask(newestInput)).map(rowKey);
          setNews((last) => {
            if (last?.of === of) return { ...last, newest };
            // On another page or in another order, the current newest rows become the known ones.
            return { of, known: new Set(isNewestFirst ? shown : newest), newest };
          });
        },
  );

  // A reloaded list includes the new rows.
  const { count, isMore } = news?.of === of ? countNewRows(news.newest, news.known) : { count: 0, isMore: false };
  return {
    words: count === 0 ? undefined : `${count}${isMore ? '+' : ''} new`,
    show: () => {
      if (!isNewestFirst) list.change({ ...usual } as Parameters<typeof list.change>[0]);
      void refetch();
    },
  };
}
