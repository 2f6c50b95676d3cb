import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { FilterName } from './filters.ts';
import { type ListBase, type ListInput, type ListSearch, type ListUrl, toPatch } from './list-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * True after navigation within the list: if no filter is set, the list stays unfiltered, and the default view does
     * not apply.
     */
    asIs?: true;
    /** The text field that the admin typed into: further typing in the same field replaces this history entry. */
    typed?: string;
  }
}

export interface ListState<State extends ListBase> {
  search: ListSearch<State>;
  state: State;
  /** The input of the list's procedure. */
  input: ListUrl<State> & ListInput;
  /** Requests the exact count of all rows. */
  countAll: () => void;
  /** The open side panel: an ID or a name such as `new`. */
  panel: string | undefined;
  /** Changes filters, sort or page size, and goes to page 1. */
  change: (patch: ListUrl<State>) => void;
  /** Changes a typed text; Back reverses all typing into one field at once. */
  type: (name: keyof State & string, text: string | undefined) => void;
  setPage: (page: number) => void;
  /** `replace` adds no history entry, for example when a queue opens its next row. */
  setPanel: (panel: string | undefined, replace?: boolean) => void;
  /** Resets filters. */
  clear: (names: readonly FilterName<State>[]) => void;
}

/** The list's state. The URL is its only storage, so that reload, Back and shared links keep the state. */
export function useListState<State extends ListBase>(search: ListSearch<State>): ListState<State> {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  // The filters for which all rows are counted. After a change of the filters, counting stops at the limit again,
  // because the new filters may match too many rows.
  const [exactFilters, setExactFilters] = useState<string>();
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
      input: filters === exactFilters ? { ...input, total: 'exact' } : input,
      countAll: () => setExactFilters(filters),
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
  }, [search, raw, navigate, router, exactFilters]);
}

/** The filters of an input, without page and order. */
function serializeFilters(input: object): string {
  const { page: _page, limit: _limit, sortBy: _by, sortOrder: _order, ...filters } = input as Record<string, unknown>;
  return JSON.stringify(filters);
}
