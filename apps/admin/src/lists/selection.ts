/** The unique key of a row, such as an ID or an IP address. */
export type RowKey = number | string;

/** The keys of the selected rows; `anchor` is where a shift-click starts its range. */
export interface Selection {
  keys: ReadonlySet<RowKey>;
  anchor: RowKey | undefined;
}

export const noSelection: Selection = { keys: new Set(), anchor: undefined };

/**
 * Selects or deselects one row, which becomes the anchor.
 * @param rows keys of the page's rows, in order
 * @param range true with the shift key: selects or deselects all rows from the anchor to this row
 */
export function toggleRow(
  selection: Selection,
  rows: readonly RowKey[],
  key: RowKey,
  isSelected: boolean,
  range: boolean,
): Selection {
  const keys = new Set(selection.keys);
  const from = range && selection.anchor !== undefined ? rows.indexOf(selection.anchor) : -1;
  const to = rows.indexOf(key);
  const changedKeys = from < 0 || to < 0 ? [key] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  for (const each of changedKeys) {
    if (isSelected) keys.add(each);
    else keys.delete(each);
  }
  return { keys, anchor: key };
}

/** Selects all rows of the page, or none. */
export const toggleAll = (rows: readonly RowKey[], isSelected: boolean): Selection =>
  isSelected ? { keys: new Set(rows), anchor: undefined } : noSelection;

/** The state of the header's checkbox. */
export function getCoverage({ keys }: Selection, rows: readonly RowKey[]): 'none' | 'some' | 'all' {
  const chosen = rows.filter((key) => keys.has(key)).length;
  if (chosen === 0) return 'none';
  return chosen === rows.length ? 'all' : 'some';
}
