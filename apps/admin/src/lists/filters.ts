import { valuesOf } from './values.ts';

/** A filter with a fixed set of values. The first option is the one that filters nothing. */
export interface ChoiceFilter<State> {
  name: keyof State & string;
  label: string;
  options: readonly { value: string; label: string }[];
}

export interface SearchFilter {
  label: string;
  placeholder: string;
  /** How long typing must pause before the list follows. */
  delayMs: number;
  /** The words of a button that searches at once, where there is one; a button that clears comes with it. */
  submit?: string;
}

/** Orders on offer; also what a click on a column's header may choose. */
export interface SortFilter {
  options: readonly { value: string; label: string }[];
}

export interface Filters<State> {
  search: SearchFilter;
  /** Further fields that are typed. */
  texts?: readonly (SearchFilter & { name: string })[];
  choices: readonly ChoiceFilter<State>[];
  sort?: SortFilter;
  /** What takes all filters back is called, where the specification says so. */
  clearLabel?: string;
}

export interface ActiveFilter {
  name: string;
  /** `Status: Active` */
  label: string;
}

/** The filters that are set, as chips name them; sort, page and size do not filter. */
export function activeFilters<State extends object>(
  filters: Filters<State>,
  state: State,
  defaults: State,
): ActiveFilter[] {
  const values = valuesOf(state);
  const unset = valuesOf(defaults);
  const chips: ActiveFilter[] = [];
  for (const { name, label } of filters.texts ?? []) {
    if (values[name]) chips.push({ name, label: `${label}: ${values[name]}` });
  }
  if (values.search) chips.push({ name: 'search', label: `“${values.search}”` });
  for (const { name, label, options } of filters.choices) {
    const value = values[name];
    if (value === undefined || value === unset[name]) continue;
    const words = options.find((option) => option.value === value)?.label ?? String(value);
    chips.push({ name, label: `${label}: ${words}` });
  }
  return chips;
}
