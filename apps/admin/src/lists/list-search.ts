import type { Totals } from '@inaam/contracts/common/lists';
import type { SortOrder } from '@inaam/ui/table';
import type { z } from 'zod';

/** The sort keys of the procedure's input. */
export type SortKey<State> = State extends { sortBy: infer Key extends string } ? Key : never;

/** The state that all lists have in common. A list's filters extend it. */
export interface ListBase {
  page: number;
  limit: number;
  search?: string | undefined;
}

/** A list's state in the URL: only values that differ from the defaults. */
export type ListUrl<State> = { [Key in keyof State]?: State[Key] | undefined } & { panel?: string | undefined };

/** A change of one field. `ListSearch.validate` checks the value. */
export const toPatch = <State>(name: keyof State & string, value: string | number | undefined): ListUrl<State> =>
  ({ [name]: value }) as ListUrl<State>;

/** The sort order of a list that can be sorted. */
export const getOrder = (state: object): { sortBy?: string; sortOrder?: SortOrder } => state;

/** The change of state for another sort order. */
export const orderPatch = <State>(sortBy: SortKey<State> | undefined, sortOrder?: SortOrder): ListUrl<State> =>
  ({ ...(sortBy && { sortBy }), ...(sortOrder && { sortOrder }) }) as unknown as ListUrl<State>;

/** Converts a list's state from and to URL parameters, and to the procedure's input. */
export interface ListSearch<State extends ListBase> {
  readonly defaults: State;
  readonly pageSizes: readonly number[];
  /** Unreadable parts become the default: a mistyped link never breaks the page. */
  parse: (raw: Readonly<Record<string, unknown>>) => State;
  /** The router's `validateSearch`: the fewest URL parameters with the same meaning. */
  validate: (raw: Readonly<Record<string, unknown>>) => ListUrl<State>;
  /** The procedure's input: page, page size and the filters that are set. */
  toInput: (state: State) => ListUrl<State> & ListInput;
}

/** The input of a list's page. */
export interface ListInput extends ListBase {
  /** Lists stop counting at a limit unless all rows are requested. */
  total: Totals;
}

/** The maximum length of `panel`: a prefix such as `ip-`, and the longest IP address or fingerprint. */
const MAX_PANEL = 80;

/**
 * Derives a list's URL parameters from the schema of the list's procedure, so that URL and procedure accept the same
 * values.
 * @param input the procedure's input: flat, with a default or `optional` for each field
 * @param pageSizes the sizes to choose from; any other size in the URL becomes the schema's default
 */
export function defineListSearch<Input extends z.ZodObject>(
  input: Input,
  pageSizes: readonly number[],
): ListSearch<z.output<Input> & ListBase> {
  type State = z.output<Input> & ListBase;
  // The counting mode is not part of the URL.
  const { total: _total, ...shape } = input.shape;
  const fields = Object.entries(shape) as [string, z.ZodType][];
  const { total: _totalDefault, ...defaults } = input.parse({}) as State & { total?: unknown };
  const defaultValues = defaults as Record<string, unknown>;

  const readField = (name: string, field: z.ZodType, raw: unknown): unknown => {
    const result = raw === undefined ? undefined : field.safeParse(raw);
    if (!result?.success || result.data === '') return defaultValues[name];
    if (name === 'limit' && !pageSizes.includes(result.data as number)) return defaultValues[name];
    return result.data;
  };
  const parse = (raw: Readonly<Record<string, unknown>>): State =>
    Object.fromEntries(
      fields
        .map(([name, field]) => [name, readField(name, field, raw[name])] as const)
        .filter(([, v]) => v !== undefined),
    ) as State;
  const omitDefaults = (state: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(state).filter(([name, value]) => value !== defaultValues[name]));

  return {
    defaults: defaults as unknown as State,
    pageSizes,
    parse,
    validate: (raw) => {
      const url = omitDefaults(parse(raw));
      const { panel } = raw;
      if (typeof panel === 'string' && panel !== '' && panel.length <= MAX_PANEL) url.panel = panel;
      return url as ListUrl<State>;
    },
    toInput: (state) =>
      ({ ...omitDefaults(state), page: state.page, limit: state.limit, total: 'capped' }) as ListUrl<State> & ListInput,
  };
}
