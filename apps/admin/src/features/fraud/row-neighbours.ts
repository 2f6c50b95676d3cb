/** The position of an open panel among the rows of the page. */
export interface Neighbours {
  /** Counted from 1; 0 if the panel belongs to no row. */
  position: number;
  previous: string | undefined;
  next: string | undefined;
}

/**
 * Finds the rows before and after the open panel.
 * @param queue the panel parameters of the page's rows, such as `user-12`, in the order of the rows
 * @param last the row that was opened last; used if the panel shows a subject outside the queue, e.g. a linked account
 */
export function findNeighbours(queue: readonly string[], panel: string, last: string | undefined): Neighbours {
  const index = queue.indexOf(panel);
  const currentIndex = index >= 0 || last === undefined ? index : queue.indexOf(last);
  if (currentIndex < 0) return { position: 0, previous: undefined, next: queue[0] };
  return { position: index + 1, previous: queue[currentIndex - 1], next: queue[currentIndex + 1] };
}
