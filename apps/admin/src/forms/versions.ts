/** JSON with sorted keys, to compare values. Leaves out `id`, which only identifies a line of a list in a form. */
const toCanonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([key]) => key !== 'id')
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : inner,
  ) ?? '';

export const isSame = (a: unknown, b: unknown): boolean => toCanonical(a) === toCanonical(b);

export interface Comparison<Field> {
  /** Fields that both admins changed to different values: the admin at the form chooses. */
  conflicts: Field[];
  /** Fields that only the other admin changed: the other admin's value stays. */
  changedByOther: Field[];
}

/**
 * Compares two changes of one record, field by field.
 * @param base the record that both admins started from
 * @param edited the values in the form
 * @param latest the values that the other admin saved
 */
export function compareVersions<Values extends object>(
  base: Values,
  edited: Values,
  latest: Values,
): Comparison<keyof Values & string> {
  const fields = Object.keys(latest) as (keyof Values & string)[];
  const changed = fields.filter(
    (field) => !isSame(latest[field], base[field]) && !isSame(latest[field], edited[field]),
  );
  return {
    conflicts: changed.filter((field) => !isSame(edited[field], base[field])),
    changedByOther: changed.filter((field) => isSame(edited[field], base[field])),
  };
}
