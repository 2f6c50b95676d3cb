import { Button, IconButton } from '@inaam/ui/button';
import { Select } from '@inaam/ui/select';
import type { SortOrder } from '@inaam/ui/table';
import { ArrowDownWideNarrow, ArrowUpNarrowWide, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { activeFilters, type Filters, getChoices, getSortOptions, toAddressText } from './filters.ts';
import { getOrder, type ListBase, orderPatch, type SortKey, toPatch } from './list-search.ts';
import { SavedViews } from './saved-views.tsx';
import { SearchField } from './search-field.tsx';
import type { ListState } from './use-list-state.ts';

/**
 * As wide as the selected option, so that all filters fit a row. Browsers without `field-sizing` use the longest
 * option.
 */
const choiceClass = 'max-w-56 shrink-0 [&_select]:field-sizing-content [&_select]:pr-8!';
/**
 * On a phone all filters but the search scroll sideways in one row, from edge to edge. `relative` makes it clip hidden
 * labels too.
 */
const rowClass =
  'flex gap-2 max-sm:relative max-sm:-mx-4 max-sm:-my-1 max-sm:w-[calc(100%+2rem)] max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:contents';

/** Shows the sort order and reverses it. */
function OrderButton({ order, onChange }: { order: SortOrder | undefined; onChange: (order: SortOrder) => void }) {
  const ascending = order === 'asc';
  const Icon = ascending ? ArrowUpNarrowWide : ArrowDownWideNarrow;
  return (
    <IconButton
      variant="secondary"
      label={ascending ? 'Ascending, change to descending' : 'Descending, change to ascending'}
      className="shrink-0"
      onClick={() => onChange(ascending ? 'desc' : 'asc')}
    >
      <Icon aria-hidden className="size-4" />
    </IconButton>
  );
}

/**
 * A row with search and filters, and on a phone the order, which column headers set elsewhere. Below it is a chip for
 * each filter that is set.
 */
export function FilterBar<State extends ListBase>({
  list,
  filters,
  extra,
  home,
}: {
  list: ListState<State>;
  filters: Filters<State>;
  extra?: ReactNode;
  /** The search of the list's own address, where it is one tab of a page: `tab=inbox`. */
  home?: string;
}) {
  const { state } = list;
  const { sortBy, sortOrder } = getOrder(state);
  const chips = activeFilters(filters, list.state, list.search.defaults);

  return (
    <div className="grid grid-cols-1 gap-2">
      <search className="flex flex-wrap gap-2">
        <SearchField
          main
          filter={filters.search}
          value={state.search ?? ''}
          onSearch={(search) => list.type('search', search)}
        />
        <div className={rowClass}>
          {filters.texts?.map((filter) => (
            <SearchField
              key={filter.name}
              filter={filter}
              value={toAddressText(state, filter.name) ?? ''}
              onSearch={(text) => list.type(filter.name, text)}
            />
          ))}
          {getChoices(filters).map(({ name, label, options }) => (
            <Select
              key={name}
              label={label}
              hideLabel
              title={label}
              value={toAddressText(state, name) ?? options[0]?.value}
              onChange={(event) => list.change(toPatch<State>(name, event.target.value))}
              className={choiceClass}
            >
              {options.map(({ value, label: words }) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </Select>
          ))}
          {filters.sort && (
            <div className="flex shrink-0 gap-1 sm:hidden">
              <Select
                label="Sort by"
                hideLabel
                title="Sort by"
                value={sortBy}
                onChange={(event) => list.change(orderPatch<State>(event.target.value as SortKey<State>))}
                className={choiceClass}
              >
                {getSortOptions(filters).map(({ value, label }) => (
                  <option key={value} value={value}>
                    Sort: {label}
                  </option>
                ))}
              </Select>
              <OrderButton order={sortOrder} onChange={(order) => list.change(orderPatch<State>(undefined, order))} />
            </div>
          )}
          {extra}
          <Button
            variant="quiet"
            className="shrink-0"
            disabled={chips.length === 0}
            onClick={() => list.clear(chips.map(({ name }) => name))}
          >
            {filters.clearLabel ?? 'Clear filters'}
          </Button>
          <SavedViews home={home} />
        </div>
      </search>
      {chips.length > 0 && (
        <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2">
          {chips.map(({ name, label }) => (
            <li key={name} className="min-w-0">
              <button
                type="button"
                onClick={() => list.clear([name])}
                className="inline-flex min-h-7 max-w-full pointer-coarse:min-h-11 items-center gap-1 rounded-full bg-accent-soft pr-2 pl-3 text-xs text-accent hover:text-accent-strong"
              >
                <span className="wrap-anywhere py-1 text-left">{label}</span>
                <X aria-hidden className="size-3.5 shrink-0" />
                <span className="sr-only">, remove this filter</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
