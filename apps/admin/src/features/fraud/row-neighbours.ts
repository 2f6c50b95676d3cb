/** The position of an open panel among the rows of the page. */
export interface Place {
  /** Counted from 1; 0 if the panel belongs to no row. */
  position: number;
  previous: string | undefined;
  next: string | undefined;
}

/**
 * @param queue the panels of the page's rows in their order
 * @param last the row that was opened last; after a subject linked to that row, navigation continues from the row
 */
export function findNeighbours(queue: readonly string[], panel: string, last: string | undefined): Place {
  const at = queue.indexOf(panel);
  const from = at >= 0 || last === undefined ? at : queue.indexOf(last);
  if (from < 0) return { position: 0, previous: undefined, next: queue[0] };
  return { position: at + 1, previous: queue[from - 1], next: queue[from + 1] };
}
