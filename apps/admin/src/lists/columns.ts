import type { ReactNode } from 'react';
import type { SortKey } from './list-search.ts';

/**
 * One column of a list. The type of the list's state defines the sort keys; without a state the list cannot be sorted.
 */
export interface Column<Row, State = unknown> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Aligns figures at the right, with digits of equal width. */
  numeric?: boolean;
  /** The `sortBy` value of this column; its header becomes a button. */
  sortBy?: SortKey<State>;
  /** Another value in the column by which the list can be sorted. */
  alsoSortBy?: { by: SortKey<State>; label: string };
  /** Keeps the column at the right edge while a wide table scrolls; for the row's actions. */
  pinned?: boolean;
  /** Layout of header and cells, e.g. a minimum width. */
  className?: string;
  /**
   * The column's place on a phone, where each row has two lines and the first line begins with the row's name. `end`:
   * at the right of the name; `below` and `belowEnd`: in the second line; `side`: at the right of both lines; `foot`:
   * below both lines, for the actions of a short list. A phone hides columns without a place: the page or panel of the
   * record shows their values.
   */
  phone?: PhonePlace;
}

export type PhonePlace = 'end' | 'below' | 'belowEnd' | 'side' | 'foot';

/** The texts for the states of a list. */
export interface ListWords {
  /** `offer` */
  one: string;
  /** `offers` */
  many: string;
  /** `Failed to fetch offers` */
  failed: string;
  /** `No offers yet` */
  empty: string;
  /** How to add the first record. */
  emptyHint: string;
  /** `No offers found` */
  noMatch: string;
  /** Replaces the default hint about filters. */
  noMatchHint?: string;
}
