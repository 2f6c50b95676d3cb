import type { Totals } from '@inaam/contracts/common/lists';
import type { SortOrder } from '@inaam/ui/table';
import type { z } from 'zod';

/** The keys that a list can be sorted by: those of its procedure's input. */
export type SortKey<State> = State extends { sortBy: infer Key extends string } ? Key : never;

/** What every list's state has; its filters come on top. */
export interface ListBase {
  page: number;
  limit: number;
  search?: string | undefined;
}

/** A list's state as its address holds it: only what differs from the defaults. */
export type ListUrl<State> = { [Key in keyof State]?: State[Key] | undefined } & { panel?: string | undefined };

/** A change of one field, known by its name alone. Whether the value is one of the schema's, its `validate` decides. */
export const toPatch = <State>(name: keyof State & string, value: string | number | undefined): ListUrl<State> =>
  ({ [name]: value }) as ListUrl<State>;

/** How a list is sorted, where it can be. */
export const getOrder = (state: object): { sortBy?: string; sortOrder?: SortOrder } => state;

/** The order to sort by instead. */
export const orderPatch = <State>(sortBy: SortKey<State> | undefined, sortOrder?: SortOrder): ListUrl<State> =>
  ({ ...(sortBy && { sortBy }), ...(sortOrder && { sortOrder }) }) as unknown as ListUrl<State>;

/** How the state of one list is read from an address, written into it, and sent. */
export interface ListSearch<State extends ListBase> {
  readonly defaults: State;
  readonly pageSizes: readonly number[];
  /** Every part that cannot be read is the default: a mistyped link never breaks the page. */
  parse: (raw: Readonly<Record<string, unknown>>) => State;
  /** The router's `validateSearch`: the shortest address that means the same. */
  validate: (raw: Readonly<Record<string, unknown>>) => ListUrl<State>;
  /** What is sent: page and size, and of the filters those that are set. */
  toInput: (state: State) => ListUrl<State> & ListInput;
}

/** A page of a list as it is asked for. */
export interface ListInput extends ListBase {
  /** Screens stop counting at some point, unless somebody asks for all. */
  total: Totals;
}

/** Room for a kind and the longest address or fingerprint. */
const MAX_PANEL = 80;

/**
 * Derives a list's address from the schema of the procedure that answers it, so that both take the same words.
 * @param input the procedure's input: flat, with a default or `optional` for each field
 * @param pageSizes the sizes on offer; any other in an address is the schema's default
 */
export function defineListSearch<Input extends z.ZodObject>(
  input: Input,
  pageSizes: readonly number[],
): ListSearch<z.output<Input> & ListBase> {
  type State = z.output<Input> & ListBase;
  // How far rows are counted is no part of what is looked at.
  const { total: _total, ...shape } = input.shape;
  const fields = Object.entries(shape) as [string, z.ZodType][];
  const { total: _ofAll, ...defaults } = input.parse({}) as State & { total?: unknown };
  const initial = defaults as Record<string, unknown>;

  const read = (name: string, field: z.ZodType, raw: unknown): unknown => {
    const result = raw === undefined ? undefined : field.safeParse(raw);
    if (!result?.success || result.data === '') return initial[name];
    if (name === 'limit' && !pageSizes.includes(result.data as number)) return initial[name];
    return result.data;
  };
  const parse = (raw: Readonly<Record<string, unknown>>): State =>
    Object.fromEntries(
      fields.map(([name, field]) => [name, read(name, field, raw[name])] as const).filter(([, v]) => v !== undefined),
    ) as State;
  const set = (state: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(state).filter(([name, value]) => value !== initial[name]));

  return {
    defaults: defaults as unknown as State,
    pageSizes,
    parse,
    validate: (raw) => {
      const url = set(parse(raw));
      const { panel } = raw;
      if (typeof panel === 'string' && panel !== '' && panel.length <= MAX_PANEL) url.panel = panel;
      return url as ListUrl<State>;
    },
    toInput: (state) =>
      ({ ...set(state), page: state.page, limit: state.limit, total: 'capped' }) as ListUrl<State> & ListInput,
  };
}
