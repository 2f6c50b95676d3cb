import { Checkbox } from '@inaam/ui/checkbox';
import { cx } from '@inaam/ui/cx';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { type SortOrder, Table, Td, Th, Tr } from '@inaam/ui/table';
import { type ReactNode, useRef } from 'react';
import type { Column } from './columns.ts';
import type { SortKey } from './list-search.ts';
import { getCoverage, type RowKey, type Selection, toggleAll, toggleRow } from './selection.ts';

const SOME_ROWS = 8;
/** Enough to fill a window. */
const MAX_SKELETON_ROWS = 20;
/**
 * The box is as tall as the window, so that its header stays visible while rows scroll. On a phone nothing scrolls
 * within the page, because nested scrolling traps the finger.
 */
const boxClass = 'md:max-h-[calc(100dvh-5rem)]';
// Opaque, because the other cells scroll below them.
const opaque = 'bg-surface group-hover:bg-background group-aria-selected:bg-accent-soft';
const edges = {
  /** The row's name stays visible while wide tables scroll. */
  first: { header: 'md:left-0 md:z-20', cell: `${opaque} md:sticky md:left-0 md:z-[1]` },
  /** Next to the checkboxes. */
  second: { header: 'md:left-11 md:z-20', cell: `${opaque} md:sticky md:left-11 md:z-[1]` },
  last: {
    header: 'lg:right-0 lg:z-20 lg:border-l',
    cell: `${opaque} lg:sticky lg:right-0 lg:z-[1] lg:border-l lg:shadow-[-8px_0_8px_-8px_rgb(15_12_40/20%)]`,
  },
};
/** On a phone each row is a card: its name, a line for each column with its label, then its actions. */
const cards = {
  table: 'max-sm:block',
  head: 'max-sm:hidden',
  /** Hides the header except its checkbox. */
  boxHead: 'max-sm:block [&>tr]:max-sm:block',
  allBox: 'max-sm:block max-sm:w-auto',
  header: 'max-sm:hidden',
  body: 'max-sm:grid max-sm:gap-0',
  row: 'max-sm:relative max-sm:grid max-sm:gap-1 max-sm:border-b max-sm:border-line max-sm:px-3 max-sm:py-3 max-sm:last:border-b-0',
  cell: 'max-sm:flex max-sm:min-w-0! max-sm:max-w-none! max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:border-0! max-sm:p-0! max-sm:text-left max-sm:wrap-anywhere',
  named:
    'max-sm:before:shrink-0 max-sm:before:text-xs max-sm:before:text-muted max-sm:before:content-[attr(data-label)] max-sm:[&>*]:text-right',
  first: 'max-sm:block max-sm:font-semibold max-sm:[&_.text-muted]:font-normal',
  /** A column of minimum width takes the whole line in a card. */
  line: 'max-sm:w-auto!',
  boxed: 'max-sm:pl-9!',
  box: 'max-sm:absolute max-sm:top-2 max-sm:left-3 max-sm:w-9! max-sm:bg-transparent!',
};
/**
 * Browsers drop table semantics from elements with another `display`, so the roles are explicit. Set as properties,
 * because linters reject redundant roles on tables.
 */
const roles = { group: { role: 'rowgroup' }, row: { role: 'row' }, cell: { role: 'cell' } } as const;
const boxCell = 'w-11 min-w-11 py-0! pr-0! pl-3!';

const getEdge = (index: number, pinned: boolean | undefined, selectable: boolean) => {
  if (pinned) return edges.last;
  if (index > 0) return undefined;
  return selectable ? edges.second : edges.first;
};

/** Selectable rows, by key. */
export interface Selectable<Row> {
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** Names a row for screen readers: `voucher ••••B715`. */
  nameOf: (row: Row) => string;
}

export interface ListTableProps<Row, State> {
  caption: string;
  columns: readonly Column<Row, State>[];
  rows: readonly Row[];
  rowKey: (row: Row) => RowKey;
  /** The rows still belong to the last answer. */
  fetching?: boolean;
  sort?: {
    by: string | undefined;
    order: SortOrder | undefined;
    onSort: (by: SortKey<State>, order: SortOrder) => void;
  };
  selectable?: Selectable<Row> | undefined;
}

function Header<Row, State>({
  columns,
  sort,
  box,
}: Pick<ListTableProps<Row, State>, 'columns' | 'sort'> & { box?: ReactNode }) {
  return (
    <thead {...roles.group} className={box ? cards.boxHead : cards.head}>
      <tr {...roles.row}>
        {box && <Th className={cx(edges.first.header, boxCell, cards.allBox)}>{box}</Th>}
        {columns.map(({ id, header, numeric = false, sortBy, alsoSortBy, pinned, className }, index) => {
          const orderOf = (by: SortKey<State> | undefined) => (sort && by === sort.by ? sort.order : undefined);
          const sortOn = (by: SortKey<State>) => sort?.onSort(by, orderOf(by) === 'desc' ? 'asc' : 'desc');
          return (
            <Th
              key={id}
              numeric={numeric}
              order={orderOf(sortBy)}
              onSort={sort && sortBy ? () => sortOn(sortBy) : undefined}
              also={
                sort && alsoSortBy
                  ? { label: alsoSortBy.label, order: orderOf(alsoSortBy.by), onSort: () => sortOn(alsoSortBy.by) }
                  : undefined
              }
              className={cx(getEdge(index, pinned, !!box)?.header, className, cards.header)}
            >
              {header}
            </Th>
          );
        })}
      </tr>
    </thead>
  );
}

/** A cell with its content, or with a placeholder. */
const Cell = <Row, State>({
  column: { header, numeric = false, pinned, className },
  index,
  selectable,
  children,
}: {
  column: Column<Row, State>;
  /** The column's index. */
  index: number;
  selectable: boolean;
  children: ReactNode;
}) => (
  <Td
    {...roles.cell}
    numeric={numeric}
    data-label={typeof header === 'string' ? header : undefined}
    className={cx(
      getEdge(index, pinned, selectable)?.cell,
      className,
      cards.cell,
      cards.line,
      index === 0 ? cards.first : typeof header === 'string' && cards.named,
      index === 0 && selectable && cards.boxed,
    )}
  >
    {children}
  </Td>
);

export function ListTable<Row, State = unknown>(props: ListTableProps<Row, State>) {
  const { caption, columns, rows, rowKey, fetching = false, sort, selectable } = props;
  const keys = rows.map(rowKey);
  return (
    <Table caption={caption} fetching={fetching} className={boxClass} tableClassName={cards.table}>
      <Header
        columns={columns}
        {...(sort && { sort })}
        box={selectable && <AllBox keys={keys} selectable={selectable} />}
      />
      <tbody {...roles.group} className={cards.body}>
        {rows.map((row) => (
          <Tr
            key={rowKey(row)}
            {...roles.row}
            selected={!!selectable?.selection.keys.has(rowKey(row))}
            className={cards.row}
          >
            {selectable && (
              <Td {...roles.cell} className={cx(edges.first.cell, boxCell, cards.cell, cards.box)}>
                <RowBox keys={keys} own={rowKey(row)} row={row} selectable={selectable} />
              </Td>
            )}
            {columns.map((column, index) => (
              <Cell key={column.id} column={column} index={index} selectable={!!selectable}>
                {/* One element next to the column's label, whatever the cell contains. */}
                <div>{column.cell(row)}</div>
              </Cell>
            ))}
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function AllBox<Row>({ keys, selectable }: { keys: readonly RowKey[]; selectable: Selectable<Row> }) {
  const covered = getCoverage(selectable.selection, keys);
  return (
    <Checkbox
      // In cards the label is visible: no column of checkboxes explains it.
      label={<span className="text-sm sm:sr-only">Select all rows on this page</span>}
      className="-mx-3 min-h-small! px-3 sm:gap-0!"
      checked={covered === 'all'}
      indeterminate={covered === 'some'}
      onChange={(event) => selectable.onSelect(toggleAll(keys, event.target.checked))}
    />
  );
}

function RowBox<Row>({
  keys,
  own,
  row,
  selectable: { selection, onSelect, nameOf },
}: {
  keys: readonly RowKey[];
  own: RowKey;
  row: Row;
  selectable: Selectable<Row>;
}) {
  // A change event has no shift key; the click event right before it does.
  const shift = useRef(false);
  return (
    <Checkbox
      label={`Select ${nameOf(row)}`}
      hideLabel
      className="-mx-3 min-h-small! px-3"
      checked={selection.keys.has(own)}
      onClick={(event) => {
        shift.current = event.shiftKey;
      }}
      onChange={(event) => onSelect(toggleRow(selection, keys, own, event.target.checked, shift.current))}
    />
  );
}

/** The table with placeholder rows. */
export function ListTableSkeleton<Row, State = unknown>({
  label,
  columns,
  rows = SOME_ROWS,
  selectable = false,
}: {
  label: string;
  columns: readonly Column<Row, State>[];
  /** The page size, where there are pages. */
  rows?: number;
  /** Whether rows will have checkboxes. */
  selectable?: boolean;
}): ReactNode {
  return (
    <Loading label={label} className="min-w-0">
      <Table caption={label} className={boxClass} tableClassName={cards.table}>
        <Header columns={columns} box={selectable && <span className="sr-only">Select</span>} />
        <tbody {...roles.group} className={cards.body}>
          {Array.from({ length: Math.min(rows, MAX_SKELETON_ROWS) }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes have no identity
            <tr key={row} {...roles.row} className={cards.row}>
              {selectable && <Td {...roles.cell} className={cx(boxCell, cards.cell, cards.box)} />}
              {columns.map((column, index) => (
                <Cell key={column.id} column={column} index={index} selectable={selectable}>
                  <Skeleton
                    className={`my-2 h-4 max-w-full max-sm:my-0.5 ${column.numeric ? 'ml-auto w-12' : index === 0 ? 'w-40' : 'w-20'}`}
                  />
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Loading>
  );
}
