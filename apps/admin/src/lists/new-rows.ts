import type { RowKey } from './selection.ts';

/** As many of the newest rows as are asked for. */
export const NEWEST = 25;

/**
 * How many rows came after those that are known.
 * @param newest the keys of the newest rows, newest first
 * @param known keys of rows that were there before
 * @returns `isMore` where all that were asked for are new
 */
export function countNewRows(
  newest: readonly RowKey[],
  known: ReadonlySet<RowKey>,
): { count: number; isMore: boolean } {
  const first = newest.findIndex((key) => known.has(key));
  const count = first < 0 ? newest.length : first;
  return { count, isMore: count >= NEWEST };
}
