import type { ReactNode } from 'react';
import type { SortKey } from './list-search.ts';

/** One column of a list. The list's state defines its sort keys; without a state it cannot be sorted. */
export interface Column<Row, State = unknown> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Right-aligned tabular figures. */
  numeric?: boolean;
  /** The `sortBy` value of this column; its header becomes a button. */
  sortBy?: SortKey<State>;
  /** A second value of the column that it can be sorted by. */
  alsoSortBy?: { by: SortKey<State>; label: string };
  /** Sticks to the right edge while wide tables scroll; for the row's actions. */
  pinned?: boolean;
  /** Layout of header and cells, e.g. a minimum width. */
  className?: string;
  /**
   * The column's place in a phone's row of two lines, next to the first column, which names the row. `end`: at the
   * right of the name; `below` and `belowEnd`: in the second line; `side`: at the right of both lines; `foot`: below
   * them, for the actions of a short list. Other columns are hidden there: the row's record shows them.
   */
  phone?: PhonePlace;
}

export type PhonePlace = 'end' | 'below' | 'belowEnd' | 'side' | 'foot';

/** The list's texts for its states. */
export interface ListWords {
  /** `offer` */
  one: string;
  /** `offers` */
  many: string;
  /** `Failed to fetch offers` */
  failed: string;
  /** `No offers yet` */
  empty: string;
  /** How to add the first one. */
  emptyHint: string;
  /** `No offers found` */
  noMatch: string;
  /** Replaces the default hint on filters. */
  noMatchHint?: string;
}
