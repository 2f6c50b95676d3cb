import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { FilterName } from './filters.ts';
import { type ListBase, type ListInput, type ListSearch, type ListUrl, toPatch } from './list-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The admin navigated within the list: an address without filters then stays unfiltered, without the default view.
     */
    asIs?: true;
    /** The field that was typed into: further typing replaces this history entry. */
    typed?: string;
  }
}

export interface ListState<State extends ListBase> {
  search: ListSearch<State>;
  state: State;
  /** The input of the list's procedure. */
  input: ListUrl<State> & ListInput;
  /** Counts all rows after the count stopped at its limit. */
  countAll: () => void;
  /** The open side panel: an ID, or `new`. */
  panel: string | undefined;
  /** Changes filters, sort or page size, and goes to page 1. */
  change: (patch: ListUrl<State>) => void;
  /** Changes a typed text; Back reverses all typing into one field at once. */
  type: (name: keyof State & string, text: string | undefined) => void;
  setPage: (page: number) => void;
  /** `replace` adds no history entry, as for the next row of a queue. */
  setPanel: (panel: string | undefined, replace?: boolean) => void;
  /** Resets filters. */
  clear: (names: readonly FilterName<State>[]) => void;
}

/** The list's state. It is stored only in the address, so that reload, Back and shared links keep it. */
export function useListState<State extends ListBase>(search: ListSearch<State>): ListState<State> {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  // The filters for which all rows are counted. Other filters may match too many rows again, so they start with the
  // limit.
  const [counted, setCounted] = useState<string>();
  return useMemo(() => {
    const state = search.parse(raw);
    const input = search.toInput(state);
    const filters = serializeFilters(input);
    const panel = typeof raw.panel === 'string' ? raw.panel : undefined;
    const go = (next: ListUrl<State>, { replace = false, typed }: { replace?: boolean; typed?: string } = {}) => {
      const target = search.validate(next);
      const entry = { asIs: true, ...(typed !== undefined && { typed }) } as const;
      // The type of the search depends on the route, which is unknown here; the route's `validateSearch` parses the
      // value.
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

/** The filters of an input, without page and order. */
function serializeFilters(input: object): string {
  const { page: _page, limit: _limit, sortBy: _by, sortOrder: _order, ...filters } = input as Record<string, unknown>;
  return JSON.stringify(filters);
}
