import { Button } from '@inaam/ui/button';
import { Select } from '@inaam/ui/select';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { activeFilters, type Filters } from './filters.ts';
import type { ListBase, ListUrl } from './list-search.ts';
import { SavedViews } from './saved-views.tsx';
import { SearchField } from './search-field.tsx';
import type { ListState } from './use-list-state.ts';
import { valuesOf } from './values.ts';

const choiceClass = 'w-[calc(50%-0.25rem)] sm:w-auto sm:max-w-56';

/** One row: the search, the choices, the order; below it a chip for each filter that is set. */
export function FilterBar<State extends ListBase>({
  list,
  filters,
  extra,
  home,
}: {
  list: ListState<State>;
  filters: Filters<State>;
  extra?: ReactNode;
  /** How the address opens the list, where it is one tab of a page: `tab=inbox`. */
  home?: string;
}) {
  const values = valuesOf(list.state);
  const set = (name: string, value: string | undefined, typing = false) =>
    list.change({ [name]: value } as ListUrl<State>, typing);
  const chips = activeFilters(filters, list.state, list.search.defaults);

  return (
    <div className="grid gap-2">
      <search className="flex flex-wrap gap-2">
        <SearchField
          main
          filter={filters.search}
          value={typeof values.search === 'string' ? values.search : ''}
          onSearch={(search) => set('search', search, true)}
        />
        {filters.texts?.map((filter) => (
          <SearchField
            key={filter.name}
            filter={filter}
            value={typeof values[filter.name] === 'string' ? String(values[filter.name]) : ''}
            onSearch={(text) => set(filter.name, text, true)}
          />
        ))}
        {filters.choices.map(({ name, label, options }) => (
          <Select
            key={name}
            label={label}
            hideLabel
            title={label}
            value={values[name] ?? options[0]?.value}
            onChange={(event) => set(name, event.target.value)}
            className={choiceClass}
          >
            {options.map(({ value, label: words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        ))}
        <div className="flex w-full flex-wrap gap-2 sm:w-auto xl:ml-auto">
          {filters.sort && (
            <>
              <Select
                label="Sort by"
                hideLabel
                title="Sort by"
                value={values.sortBy}
                onChange={(event) => set('sortBy', event.target.value)}
                className={choiceClass}
              >
                {filters.sort.options.map(({ value, label }) => (
                  <option key={value} value={value}>
                    Sort: {label}
                  </option>
                ))}
              </Select>
              <Select
                label="Order"
                hideLabel
                title="Order"
                value={values.sortOrder}
                onChange={(event) => set('sortOrder', event.target.value)}
                className={choiceClass}
              >
                <option value="desc">Descending</option>
                <option value="asc">Ascending</option>
              </Select>
            </>
          )}
          {extra}
          <SavedViews home={home} />
        </div>
      </search>
      {chips.length > 0 && (
        <ul aria-label="Filters that are set" className="flex flex-wrap items-center gap-2">
          {chips.map(({ name, label }) => (
            <li key={name} className="min-w-0">
              <button
                type="button"
                onClick={() => list.clear([name])}
                className="inline-flex min-h-7 max-w-full items-center gap-1 rounded-full bg-accent-soft pr-2 pl-3 text-xs text-accent hover:text-accent-strong"
              >
                <span className="truncate">{label}</span>
                <X aria-hidden className="size-3.5 shrink-0" />
                <span className="sr-only">, remove this filter</span>
              </button>
            </li>
          ))}
          <li>
            <Button small variant="quiet" onClick={() => list.clear(chips.map(({ name }) => name))}>
              {filters.clearLabel ?? 'Clear filters'}
            </Button>
          </li>
        </ul>
      )}
    </div>
  );
}
