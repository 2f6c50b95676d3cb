import type { ReactNode } from 'react';
import type { SortKey } from './list-search.ts';

/** One column of a list. `State` is the list's state, which says what it can be sorted by; without one, by nothing. */
export interface Column<Row, State = unknown> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Right-aligned tabular figures. */
  numeric?: boolean;
  /** The `sortBy` value that orders by this column; its header becomes a button. */
  sortBy?: SortKey<State>;
  /** Stays at the right edge while wide tables scroll; for the row's actions. */
  pinned?: boolean;
  /** Layout of header and cells, e.g. a minimum width. */
  className?: string;
}

/** What the list is about, in the words of its states. */
export interface ListWords {
  /** `offer` */
  one: string;
  /** `offers` */
  many: string;
  /** `Failed to fetch offers` */
  failed: string;
  /** `No offers yet` */
  empty: string;
  /** What to do about that. */
  emptyHint: string;
  /** `No offers found` */
  noMatch: string;
  /** What to do about that, where it is not the usual. */
  noMatchHint?: string;
}
