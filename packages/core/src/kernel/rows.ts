/** Readers for what hot statements give back as the driver delivers it. */

/**
 * The row of a statement that always gives one, such as a function's call or `insert … returning`.
 * @throws Error where it gave none
 */
export function oneRow<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('a statement that always gives a row gave none');
  return row;
}

/** A timestamp in PostgreSQL's own text as ISO 8601 in UTC. */
export const toIso = (text: string): string => new Date(text).toISOString();

export const toIsoOrNull = (text: string | null): string | null => (text === null ? null : toIso(text));
