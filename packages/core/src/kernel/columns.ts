/** The columns of a row that can hold such a value. */
type ColumnFor<Row, Value> = { [Column in keyof Row]: Value extends Row[Column] ? Column : never }[keyof Row];

/**
 * Which column holds each field of an input. Write a noun's map with `satisfies ColumnMap<…>`: a field without a
 * column, a column that there is not, and one of another type are then type errors.
 */
export type ColumnMap<Fields, Row> = {
  readonly [Field in keyof Fields]-?: ColumnFor<Row, Exclude<Fields[Field], undefined>>;
};

type AnyMap<Map> = Readonly<Record<keyof Map, PropertyKey>>;

/** The values of the fields under the names of their columns. */
type Columns<Map extends AnyMap<Map>, Fields> = {
  [Field in keyof Fields as Field extends keyof Map ? Map[Field] : never]: Exclude<Fields[Field], undefined>;
};

/**
 * The fields of an input as columns. What is undefined was not given, and is not in the answer.
 * A field that the map does not have is a type error.
 */
export function toColumns<Map extends AnyMap<Map>, Fields extends object>(
  map: Map,
  fields: Fields & Readonly<Record<Exclude<keyof Fields, keyof Map>, never>>,
): Columns<Map, Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([field, value]) => [map[field as keyof Map], value])) as Columns<Map, Fields>;
}
