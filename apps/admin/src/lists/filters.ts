import type { ListBase, SortKey } from './list-search.ts';

/** Fields of a list's state that are not filters. */
type NonFilterField = 'page' | 'limit' | 'sortBy' | 'sortOrder';
/** The fields of the procedure's input that filter a list. */
export type FilterName<State> = Exclude<keyof State & string, NonFilterField>;

type Defined<Value> = Exclude<Value, undefined>;
/** Whether the schema accepts any text or number, as opposed to fixed words. */
type IsFreeText<Value> = string extends Defined<Value> ? true : number extends Defined<Value> ? true : false;

/** A filter's values as text in the URL. */
export type FilterValue<State, Name extends keyof State> =
  IsFreeText<State[Name]> extends true ? string : Defined<State[Name]> & string;

/** The filters that accept any text or number. */
type FreeTextName<State> = {
  [Name in FilterName<State>]: IsFreeText<State[Name]> extends true ? Name : never;
}[FilterName<State>];

export interface Option {
  value: string;
  label: string;
}

type Options<State, Name extends keyof State> =
  IsFreeText<State[Name]> extends true ? readonly Option[] : Readonly<Record<FilterValue<State, Name>, string>>;

/**
 * A filter with options; the first option filters nothing. If the schema has fixed words, `options` has a label for
 * each word; if the schema accepts any text or number, `options` is a list of values with labels.
 */
export type ChoiceFilter<State, Name extends FilterName<State> = FilterName<State>> = {
  [Each in Name]: { name: Each; label: string; options: Options<State, Each> };
}[Name];

export interface SearchFilter {
  label: string;
  placeholder: string;
  /** How long typing must pause before the list reloads. */
  delayMs: number;
  /** Adds a button with this label that searches at once, and a button that clears the text. */
  submit?: string;
}

export interface Filters<State> {
  search: SearchFilter;
  /** More text fields. */
  texts?: readonly (SearchFilter & { name: FreeTextName<State> })[];
  choices: readonly ChoiceFilter<State>[];
  /** Filters in the menu 'More', so that the others fit in one line on a small laptop. */
  more?: readonly FilterName<State>[];
  /** Filters that only links set: they have a chip but no control. */
  linked?: readonly { name: FilterName<State>; label: string; words?: Readonly<Record<string, string>> }[];
  /** The sort keys with their labels, which column headers use as well. */
  sort?: Readonly<Partial<Record<SortKey<State>, string>>>;
  /** The label of the button that clears all filters; by default 'Clear filters'. */
  clearLabel?: string;
}

const asOptions = (words: Readonly<Record<string, string>>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** The filters with options; the options of each are a list, even if the filter defines them as a table of labels. */
export function getChoices<State>(
  filters: Filters<State>,
): { name: FilterName<State>; label: string; options: readonly Option[] }[] {
  return filters.choices.map((choice) => {
    const options: readonly Option[] | Readonly<Record<string, string>> = choice.options;
    return { name: choice.name, label: choice.label, options: isList(options) ? options : asOptions(options) };
  });
}

const isList = <Item>(value: readonly Item[] | object): value is readonly Item[] => Array.isArray(value);

/** The sort keys as options; empty if the list has only one sort order. */
export const getSortOptions = <State>({ sort }: Filters<State>): Option[] =>
  asOptions((sort ?? {}) as Readonly<Record<string, string>>);

/** Reduces a table of objects to their labels, for the `options` of a filter. */
export const getLabels = <Key extends string>(words: Readonly<Record<Key, { label: string }>>): Record<Key, string> =>
  Object.fromEntries(asEntries(words).map(([key, { label }]) => [key, label])) as Record<Key, string>;

const asEntries = <Key extends string, Value>(table: Readonly<Record<Key, Value>>) =>
  Object.entries(table) as [Key, Value][];

/** Narrows a text to one of the words; undefined for another text, such as a word of a later release. */
export const findWord = <Word extends string>(words: readonly Word[], value: string): Word | undefined =>
  words.find((word) => word === value);

/** A field's value as text in the URL. */
export function toAddressText<State>(state: State, name: keyof State): string | undefined {
  const value = state[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

export interface ActiveFilter<State> {
  name: FilterName<State>;
  /** `Status: Active` */
  label: string;
}

/** Chips of the filters that are set; sort, page and page size do not filter. */
export function activeFilters<State extends ListBase>(
  filters: Filters<State>,
  state: NoInfer<State>,
  defaults: NoInfer<State>,
): ActiveFilter<State>[] {
  const chips: ActiveFilter<State>[] = [];
  for (const { name, label } of filters.texts ?? []) {
    const value = toAddressText(state, name);
    if (value) chips.push({ name, label: `${label}: ${value}` });
  }
  for (const { name, label, words } of filters.linked ?? []) {
    const value = toAddressText(state, name);
    if (value && value !== toAddressText(defaults, name))
      chips.push({ name, label: `${label}: ${words?.[value] ?? value}` });
  }
  if (state.search) chips.push({ name: SEARCH as FilterName<State>, label: `“${state.search}”` });
  for (const { name, label, options } of getChoices(filters)) {
    const value = toAddressText(state, name);
    if (value === undefined || value === toAddressText(defaults, name)) continue;
    const words = options.find((option) => option.value === value)?.label ?? value;
    chips.push({ name, label: `${label}: ${words}` });
  }
  return chips;
}

const SEARCH = 'search';
