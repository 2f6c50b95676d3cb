/** Columns of a row that can hold a value. */
type ColumnFor<Row, Value> = { [Column in keyof Row]: Value extends Row[Column] ? Column : never }[keyof Row];

/**
 * Maps input fields to columns. Write `satisfies ColumnMap<…>`, so that a missing, unknown or mistyped column is a type
 * error.
 */
export type ColumnMap<Fields, Row> = {
  readonly [Field in keyof Fields]-?: ColumnFor<Row, Exclude<Fields[Field], undefined>>;
};

type AnyMap<Map> = Readonly<Record<keyof Map, PropertyKey>>;

/** Field values under their column names. */
type Columns<Map extends AnyMap<Map>, Fields> = {
  [Field in keyof Fields as Field extends keyof Map ? Map[Field] : never]: Exclude<Fields[Field], undefined>;
};

/** Maps fields of an input to columns and drops undefined ones. A field that the map does not have is a type error. */
export function toColumns<Map extends AnyMap<Map>, Fields extends object>(
  map: Map,
  fields: Fields & Readonly<Record<Exclude<keyof Fields, keyof Map>, never>>,
): Columns<Map, Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([field, value]) => [map[field as keyof Map], value])) as Columns<Map, Fields>;
}
