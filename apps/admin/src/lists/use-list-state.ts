import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { FilterName } from './filters.ts';
import { type ListBase, type ListInput, type ListSearch, type ListUrl, toPatch } from './list-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A person led the list here: an address without filters then means none, and not the default view. */
    asIs?: true;
    /** The field whose typing made this step: what is typed on replaces it. */
    typed?: string;
  }
}

export interface ListState<State extends ListBase> {
  search: ListSearch<State>;
  state: State;
  /** The input of the list's procedure. */
  input: ListUrl<State> & ListInput;
  /** Has the rows counted to the last one, where counting stopped. */
  countAll: () => void;
  /** Which side panel is open: an id, or `new`. */
  panel: string | undefined;
  /** Changes filters, sort or size; the list starts again at page 1. */
  change: (patch: ListUrl<State>) => void;
  /** The same for a text that is typed: Back takes back all that was typed into one field at once. */
  type: (name: keyof State & string, text: string | undefined) => void;
  setPage: (page: number) => void;
  /** `replace` leaves no step behind for Back, as for the next one in a queue. */
  setPanel: (panel: string | undefined, replace?: boolean) => void;
  /** Takes filters back to where they filter nothing. */
  clear: (names: readonly FilterName<State>[]) => void;
}

/**
 * The state of the list on this page: it lives in the address alone, so that reload, Back and a shared link keep it.
 */
export function useListState<State extends ListBase>(search: ListSearch<State>): ListState<State> {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  // Of these filters alone: others may match as many again.
  const [counted, setCounted] = useState<string>();
  return useMemo(() => {
    const state = search.parse(raw);
    const input = search.toInput(state);
    const filters = filtersIn(input);
    const panel = typeof raw.panel === 'string' ? raw.panel : undefined;
    const go = (next: ListUrl<State>, { replace = false, typed }: { replace?: boolean; typed?: string } = {}) => {
      const target = search.validate(next);
      const entry = { asIs: true, ...(typed !== undefined && { typed }) } as const;
      // Which page this is, only the route knows: its own `validateSearch` reads what is written here.
      void navigate({ to: '.', search: target as never, replace, resetScroll: false, state: entry });
    };
    return {
      search,
      state,
      input: filters === counted ? { ...input, total: 'exact' } : input,
      countAll: () => setCounted(filters),
      panel,
      change: (patch) => go({ ...state, panel, ...patch, page: 1 }),
      type: (name, text) =>
        go(
          { ...state, panel, ...toPatch<State>(name, text), page: 1 },
          { typed: name, replace: router.latestLocation.state.typed === name },
        ),
      setPage: (page) => go({ ...state, panel, page }),
      setPanel: (next, replace = false) => go({ ...state, panel: next }, { replace }),
      clear: (names) =>
        go({
          ...state,
          panel,
          ...Object.fromEntries(names.map((name) => [name, undefined])),
          page: 1,
        }),
    };
  }, [search, raw, navigate, router, counted]);
}

/** What a list's rows are chosen by, whichever page of them and in whatever order. */
function filtersIn(input: object): string {
  const { page: _page, limit: _limit, sortBy: _by, sortOrder: _order, ...filters } = input as Record<string, unknown>;
  return JSON.stringify(filters);
}
