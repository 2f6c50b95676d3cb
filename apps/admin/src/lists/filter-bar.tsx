import { Button } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { Select } from '@inaam/ui/select';
import type { SortOrder } from '@inaam/ui/table';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { activeFilters, type FilterName, type Filters, getChoices, getSortOptions, toAddressText } from './filters.ts';
import { getOrder, type ListBase, orderPatch, type SortKey, toPatch } from './list-search.ts';
import { MoreFilters } from './more-filters.tsx';
import { SavedViews } from './saved-views.tsx';
import { SearchField } from './search-field.tsx';
import type { ListState } from './use-list-state.ts';

/**
 * A select that is as wide as its selected option, so that all filters fit in a row. Browsers without `field-sizing`
 * use the width of the longest option.
 */
const choiceClass = 'max-w-56 shrink-0 [&_select]:field-sizing-content [&_select]:pr-8!';
/**
 * On screens narrower than a laptop, all filters except the search are in one row that scrolls sideways. The button
 * that clears the filters is always visible next to the row. On a phone the row starts at the left edge. `relative`
 * makes the row clip hidden labels too.
 */
const rowClass =
  'flex gap-2 max-lg:fade-edges max-lg:relative max-lg:-my-1 max-lg:min-w-0 max-lg:grow max-lg:overflow-x-auto max-lg:py-1 max-sm:-ml-4 max-sm:px-4 sm:max-lg:-mx-1 sm:max-lg:px-1 sm:max-lg:[scrollbar-width:thin] lg:contents';

/** A menu with the sort orders of a list, for phones, which show no column headers. */
function OrderMenu<State extends ListBase>({ list, filters }: { list: ListState<State>; filters: Filters<State> }) {
  const { sortBy, sortOrder } = getOrder(list.state);
  return (
    <Select
      label="Sort by"
      hideLabel
      title="Sort by"
      value={`${sortBy} ${sortOrder}`}
      onChange={({ target: { value } }) => {
        const [by, order] = value.split(' ');
        list.change(orderPatch<State>(by as SortKey<State>, order as SortOrder));
      }}
      className={cx(choiceClass, 'sm:hidden')}
    >
      {getSortOptions(filters).flatMap(({ value, label }) =>
        (['desc', 'asc'] as const).map((order) => (
          <option key={`${value} ${order}`} value={`${value} ${order}`}>
            Sort: {label} {order === 'desc' ? '↓' : '↑'}
          </option>
        )),
      )}
    </Select>
  );
}

/**
 * A row with search and filters, and below the row a chip for each filter that is set. On a phone the row also has a
 * menu for the sort order; on wider screens the column headers set the order.
 */
export function FilterBar<State extends ListBase>({
  list,
  filters,
  extra,
  unfilteredQuery,
}: {
  list: ListState<State>;
  filters: Filters<State>;
  extra?: ReactNode;
  /** For a list in a tab of a page: the query string of the tab without filters, such as `tab=inbox`. */
  unfilteredQuery?: string;
}) {
  const { state } = list;
  const chips = activeFilters(filters, list.state, list.search.defaults);
  const isRare = (name: FilterName<State>) => !!filters.more?.includes(name);
  /** The filters of the row, or the filters of the menu 'More', where their labels are visible. */
  const controls = (rare: boolean) => (
    <>
      {filters.texts
        ?.filter(({ name }) => isRare(name) === rare)
        .map((filter) => (
          <SearchField
            key={filter.name}
            filter={filter}
            place={rare ? 'menu' : 'line'}
            value={toAddressText(state, filter.name) ?? ''}
            onSearch={(text) => list.type(filter.name, text)}
          />
        ))}
      {getChoices(filters)
        .filter(({ name }) => isRare(name) === rare)
        .map(({ name, label, options }) => (
          <Select
            key={name}
            label={label}
            hideLabel={!rare}
            title={label}
            value={toAddressText(state, name) ?? options[0]?.value}
            onChange={(event) => list.change(toPatch<State>(name, event.target.value))}
            className={rare ? undefined : choiceClass}
          >
            {options.map(({ value, label: words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        ))}
    </>
  );

  return (
    <div className="grid grid-cols-1 gap-2">
      <search className="flex flex-wrap gap-2 sm:max-lg:flex-nowrap">
        <SearchField
          filter={filters.search}
          value={state.search ?? ''}
          onSearch={(search) => list.type('search', search)}
        />
        <div className="flex max-sm:w-full sm:max-lg:min-w-0 sm:max-lg:grow sm:max-lg:gap-2 lg:contents">
          <div className={rowClass}>
            {filters.sort && <OrderMenu list={list} filters={filters} />}
            {controls(false)}
            {filters.more && (
              <MoreFilters activeCount={chips.filter(({ name }) => isRare(name)).length}>{controls(true)}</MoreFilters>
            )}
            {extra}
            <SavedViews unfilteredQuery={unfilteredQuery} />
          </div>
          <Button
            variant="quiet"
            className="shrink-0 max-sm:px-2! max-sm:text-sm!"
            disabled={chips.length === 0}
            onClick={() => list.clear(chips.map(({ name }) => name))}
          >
            {filters.clearLabel ?? 'Clear filters'}
          </Button>
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
