import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListBase, ListSearch, ListUrl } from './list-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A person led the list here: an address without filters then means none, and not the default view. */
    asIs?: true;
  }
}

export interface ListState<State extends ListBase> {
  search: ListSearch<State>;
  state: State;
  /** The input of the list's procedure. */
  input: ListUrl<State> & ListBase;
  /** Which side panel is open: an id, or `new`. */
  panel: string | undefined;
  /** Changes filters, sort or size; the list starts again at page 1. `typing` leaves no step behind for Back. */
  change: (patch: ListUrl<State>, typing?: boolean) => void;
  setPage: (page: number) => void;
  /** `replace` leaves no step behind for Back, as for the next one in a queue. */
  setPanel: (panel: string | undefined, replace?: boolean) => void;
  /** Takes filters back to where they filter nothing. */
  clear: (names: readonly string[]) => void;
}

/** The state of the list on this page: it lives in the address alone, so that reload, Back and a shared link keep it. */
export function useListState<State extends ListBase>(search: ListSearch<State>): ListState<State> {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  return useMemo(() => {
    const state = search.parse(raw);
    const panel = typeof raw.panel === 'string' ? raw.panel : undefined;
    const go = (next: ListUrl<State>, replace = false, resetScroll = false) => {
      const target = search.validate(next);
      // Which page this is, only the route knows: its own `validateSearch` reads what is written here.
      void navigate({ to: '.', search: target as never, replace, resetScroll, state: { asIs: true } });
    };
    return {
      search,
      state,
      input: search.toInput(state),
      panel,
      change: (patch, typing) => go({ ...state, panel, ...patch, page: 1 }, typing),
      setPage: (page) => go({ ...state, panel, page }),
      setPanel: (next, replace) => go({ ...state, panel: next }, replace),
      clear: (names) =>
        go({
          ...state,
          panel,
          ...Object.fromEntries(names.map((name) => [name, undefined])),
          page: 1,
        }),
    };
  }, [search, raw, navigate]);
}
