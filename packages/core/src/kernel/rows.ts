/**
 * Returns the row of a statement that always returns one, such as a function call or `insert … returning`.
 * @throws Error if there is none
 */
export function oneRow<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('expected a row, got none');
  return row;
}

/** Converts a timestamp in PostgreSQL's text format to ISO 8601 in UTC. */
export const toIso = (text: string): string => new Date(text).toISOString();

export const toIsoOrNull = (text: string | null): string | null => (text === null ? null : toIso(text));
