import { expect, test } from 'vitest';
import type { Column } from './columns.ts';
import { ExportLink } from './export-link.tsx';
import { FilterCell } from './filter-cell.tsx';
import { activeFilters, type Filters } from './filters.ts';
import type { ListBase } from './list-search.ts';
import type { ListState } from './use-list-state.ts';

interface State extends ListBase {
  status: 'all' | 'open' | 'closed';
  network_id?: number | undefined;
  actor?: string | undefined;
  sortBy: 'title' | 'created_at';
  sortOrder: 'asc' | 'desc';
}
interface Row {
  title: string;
}

const search = { label: 'Search', placeholder: 'Search', delayMs: 300 };
const status = { name: 'status', label: 'Status', options: { all: 'Any', open: 'Open', closed: 'Closed' } } as const;
const network = { name: 'network_id', label: 'Network', options: [{ value: '3', label: 'Monlix' }] } as const;
const filters: Filters<State> = {
  search,
  texts: [{ ...search, name: 'actor', label: 'Who' }],
  choices: [status, network],
  sort: { title: 'Title' },
};
const defaults: State = { page: 1, limit: 25, status: 'all', sortBy: 'title', sortOrder: 'asc' };

test('labels a chip by the filter’s option, and shows no chip for order, page and page size', () => {
  expect(activeFilters(filters, { ...defaults, page: 2, sortBy: 'created_at' }, defaults)).toEqual([]);
  expect(
    activeFilters(filters, { ...defaults, search: 'tea', actor: 'meera', status: 'open', network_id: 3 }, defaults),
  ).toEqual([
    { name: 'actor', label: 'Who: meera' },
    { name: 'search', label: '“tea”' },
    { name: 'status', label: 'Status: Open' },
    { name: 'network_id', label: 'Network: Monlix' },
  ]);
  // A network that is not among the options still gets a chip.
  expect(activeFilters(filters, { ...defaults, network_id: 4 }, defaults)).toEqual([
    { name: 'network_id', label: 'Network: 4' },
  ]);
});

/** Never called. The type check of this file fails unless each line below a marker is a type error. */
export function typeErrors(list: ListState<State>) {
  // @ts-expect-error an option that the schema does not have
  const misspelled: Filters<State> = { search, choices: [{ ...status, options: { all: '', opne: '', closed: '' } }] };
  // @ts-expect-error a value of the schema without an option
  const missing: Filters<State> = { search, choices: [{ ...status, options: { all: 'Any', open: 'Open' } }] };
  // @ts-expect-error a filter that the procedure does not accept
  const unknown: Filters<State> = { search, choices: [{ ...network, name: 'netwrok_id' }] };
  // @ts-expect-error a text filter on a field that accepts only fixed words
  const typed: Filters<State> = { search, choices: [], texts: [{ ...search, name: 'status' }] };
  // @ts-expect-error a sort option that the procedure does not accept
  const offered: Filters<State> = { search, choices: [], sort: { titel: 'Title' } };
  // @ts-expect-error a column's sort key that the procedure does not accept
  const column: Column<Row, State> = { id: 'title', header: 'Title', sortBy: 'titel', cell: ({ title }) => title };
  // @ts-expect-error a field that the row does not have
  const cell: Column<Row, State> = { id: 'title', header: 'Title', cell: ({ titel }) => titel };
  // @ts-expect-error a column of a list without an order cannot be sorted
  const unsorted: Column<Row> = { id: 'title', header: 'Title', sortBy: 'title', cell: ({ title }) => title };
  // @ts-expect-error a link to a value that the filter does not have
  const toValue = FilterCell<State>({ name: 'status', value: 'opne', children: null });
  // @ts-expect-error a link to a filter that the list does not have
  const toFilter = FilterCell<State>({ name: 'stauts', value: 'open', children: null });
  // @ts-expect-error an unknown export
  const link = <ExportLink name="ofers" list={list} total={1} />;
  return [misspelled, missing, unknown, typed, offered, column, cell, unsorted, toValue, toFilter, link];
}
