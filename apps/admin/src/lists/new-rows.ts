import type { RowKey } from './selection.ts';

/** The number of newest rows that a poll requests. */
export const MAX_NEW_ROWS = 25;

/**
 * Counts the rows that are newer than the known rows.
 * @param newest keys of the newest rows, newest first
 * @param known keys of the known rows
 * @returns the count; `hasMore` is true if all requested rows are new, so that there may be more new rows
 */
export function countNewRows(
  newest: readonly RowKey[],
  known: ReadonlySet<RowKey>,
): { count: number; hasMore: boolean } {
  const first = newest.findIndex((key) => known.has(key));
  const count = first < 0 ? newest.length : first;
  return { count, hasMore: count >= MAX_NEW_ROWS };
}
