import { Checkbox } from '@inaam/ui/checkbox';
import { cx } from '@inaam/ui/cx';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { type SortOrder, Table, Td, Th, Tr } from '@inaam/ui/table';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import type { Column, PhonePlace } from './columns.ts';
import type { SortKey } from './list-search.ts';
import { RowDetails } from './row-details.tsx';
import { getRowHandlers, rowAttributes, rowsAttributes, useRowKeys } from './row-keys.ts';
import { getCoverage, type RowKey, type Selection, toggleAll, toggleRow } from './selection.ts';

const SOME_ROWS = 8;
/** The largest number of placeholder rows: enough to fill a window. */
const MAX_SKELETON_ROWS = 20;
/**
 * The table's box is at most as tall as the window, so that the header stays visible while rows scroll in the box. On a
 * phone nothing scrolls within the page, because nested scrolling traps the finger.
 */
const boxClass = 'md:max-h-[calc(100dvh-5rem)]';
// Sticky cells are opaque, because other cells scroll below them.
const opaque =
  'bg-surface group-hover:bg-background group-aria-selected:bg-accent-soft group-focus-visible:bg-accent-soft';
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
/** On a phone each row is a grid of two lines: the checkbox, the name with a text below the name, figures, actions. */
const lines = {
  table: 'max-sm:block',
  head: 'max-sm:hidden',
  /** Hides the header except the checkbox that selects all rows. */
  boxHead: 'max-sm:block [&>tr]:max-sm:block',
  allBox: 'max-sm:flex max-sm:h-11! max-sm:w-auto max-sm:items-center',
  header: 'max-sm:hidden',
  body: 'max-sm:grid max-sm:grid-cols-1',
  row: 'max-sm:relative max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_fit-content(55%)_auto] max-sm:items-baseline max-sm:border-b max-sm:border-line max-sm:px-3 max-sm:py-2 max-sm:last:border-b-0',
  cell: 'max-sm:block max-sm:w-auto! max-sm:min-w-0! max-sm:max-w-none! max-sm:border-0! max-sm:p-0! max-sm:wrap-anywhere max-sm:bg-transparent! max-sm:[&_:not(.sr-only)]:whitespace-normal!',
  box: 'max-sm:row-span-2 max-sm:row-start-1 max-sm:col-start-1 max-sm:self-center max-sm:pr-3!',
  hidden: 'max-sm:hidden',
  /** Hides the second line of a cell, for which a phone's row has no room. */
  noSecondLine: 'max-sm:[&_:is(.block.text-xs,[data-second])]:hidden',
};
const places = {
  name: 'max-sm:col-start-2 max-sm:row-start-1 max-sm:font-semibold max-sm:[&_.text-muted]:font-normal max-sm:[&_.row-link]:py-0! max-sm:[&_a]:inline-block max-sm:[&_a]:min-h-6',
  end: 'max-sm:col-start-3 max-sm:row-start-1 max-sm:pl-3! max-sm:text-right max-sm:[&_[data-filters]]:ml-auto',
  below:
    'max-sm:col-start-2 max-sm:row-start-2 max-sm:text-left max-sm:text-xs max-sm:text-muted max-sm:[&_a]:inline-block max-sm:[&_a]:min-h-6',
  belowEnd: 'max-sm:col-start-3 max-sm:row-start-2 max-sm:pl-3! max-sm:text-right max-sm:[&_[data-filters]]:ml-auto',
  foot: 'max-sm:col-start-2 max-sm:col-span-3 max-sm:row-start-3 max-sm:text-left max-sm:pt-2!',
  side: 'max-sm:col-start-4 max-sm:row-start-1 max-sm:row-span-2 max-sm:self-center max-sm:pl-2!',
} as const satisfies Record<PhonePlace | 'name', string>;

/** The layout of a column's cells on a phone. @param usedPlaces the places of all columns */
function getPhoneClass(
  place: PhonePlace | 'name' | undefined,
  usedPlaces: ReadonlySet<PhonePlace | undefined>,
): string {
  if (!place) return lines.hidden;
  return cx(
    places[place],
    place === 'name' && !usedPlaces.has('end') && 'max-sm:col-span-2',
    place === 'name' && !usedPlaces.has('below') && 'max-sm:row-span-2',
    place === 'below' && !usedPlaces.has('belowEnd') && 'max-sm:col-span-2',
    (place !== 'name' || usedPlaces.has('below')) && lines.noSecondLine,
  );
}
/**
 * Browsers drop table semantics from elements with another `display`, so the roles are explicit. They are spread as
 * properties, because linters reject redundant roles that are written on table elements.
 */
const roles = { group: { role: 'rowgroup' }, row: { role: 'row' }, cell: { role: 'cell' } } as const;
const rowClass = cx(
  lines.row,
  'cursor-pointer scroll-mt-14 -outline-offset-2! focus-visible:bg-accent-soft md:outline-none!',
);
/** Marks the row with the focus by shadows of its cells: sticky cells would cover an outline of the row. */
const focusClass = 'md:group-focus-visible:shadow-[inset_0_2px_0_var(--focus),inset_0_-2px_0_var(--focus)]!';
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
  getName: (row: Row) => string;
}

export interface ListTableProps<Row, State> {
  caption: string;
  columns: readonly Column<Row, State>[];
  rows: readonly Row[];
  rowKey: (row: Row) => RowKey;
  /** True while new rows load and the previous rows are still shown. */
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
    <thead {...roles.group} className={box ? lines.boxHead : lines.head}>
      <tr {...roles.row}>
        {box && <Th className={cx(edges.first.header, boxCell, lines.allBox)}>{box}</Th>}
        {columns.map(({ id, header, numeric = false, sortBy, alsoSortBy, pinned, className }, index) => {
          const getOrder = (by: SortKey<State> | undefined) => (sort && by === sort.by ? sort.order : undefined);
          const sortOn = (by: SortKey<State>) => sort?.onSort(by, getOrder(by) === 'desc' ? 'asc' : 'desc');
          return (
            <Th
              key={id}
              numeric={numeric}
              order={getOrder(sortBy)}
              onSort={sort && sortBy ? () => sortOn(sortBy) : undefined}
              secondSort={
                sort && alsoSortBy
                  ? { label: alsoSortBy.label, order: getOrder(alsoSortBy.by), onSort: () => sortOn(alsoSortBy.by) }
                  : undefined
              }
              className={cx(getEdge(index, pinned, !!box)?.header, className, lines.header)}
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
  columns,
  index,
  selectable,
  children,
}: {
  columns: readonly Column<Row, State>[];
  /** The column's index. */
  index: number;
  selectable: boolean;
  children: ReactNode;
}) => {
  const { numeric = false, pinned, className, phone } = columns[index] as Column<Row, State>;
  const usedPlaces = new Set(columns.map((column) => column.phone));
  return (
    <Td
      {...roles.cell}
      numeric={numeric}
      className={cx(
        getEdge(index, pinned, selectable)?.cell,
        className,
        lines.cell,
        focusClass,
        getPhoneClass(index === 0 ? 'name' : phone, usedPlaces),
      )}
    >
      {children}
    </Td>
  );
};

export function ListTable<Row, State = unknown>(props: ListTableProps<Row, State>) {
  const { caption, columns, rows, rowKey, fetching = false, sort, selectable } = props;
  const keys = rows.map(rowKey);
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  const href = useLocation({ select: (location) => location.href });
  const [details, setDetails] = useState<{ key: RowKey; href: string }>();
  // The details close when the URL changes, for example after a click on a link in the details.
  const detailedRow = details?.href === href ? rows.find((row) => rowKey(row) === details.key) : undefined;
  return (
    <>
      <Table caption={caption} fetching={fetching} className={boxClass} tableClassName={lines.table}>
        <Header
          columns={columns}
          {...(sort && { sort })}
          box={selectable && <AllBox keys={keys} selectable={selectable} />}
        />
        <tbody {...roles.group} {...rowsAttributes} ref={body} className={lines.body}>
          {rows.map((row) => (
            <Tr
              key={rowKey(row)}
              {...roles.row}
              {...rowAttributes}
              {...getRowHandlers(() => setDetails({ key: rowKey(row), href }))}
              selected={!!selectable?.selection.keys.has(rowKey(row))}
              className={rowClass}
            >
              {selectable && (
                <Td {...roles.cell} className={cx(edges.first.cell, boxCell, lines.cell, lines.box, focusClass)}>
                  <RowBox keys={keys} rowKey={rowKey(row)} row={row} selectable={selectable} />
                </Td>
              )}
              {columns.map((column, index) => (
                <Cell key={column.id} columns={columns} index={index} selectable={!!selectable}>
                  {/* A wrapper, so that each cell has exactly one child. */}
                  <div>{column.cell(row)}</div>
                </Cell>
              ))}
            </Tr>
          ))}
        </tbody>
      </Table>
      {detailedRow !== undefined && (
        <RowDetails
          title={selectable?.getName(detailedRow) ?? caption}
          columns={columns}
          row={detailedRow}
          onClose={() => setDetails(undefined)}
        />
      )}
    </>
  );
}

function AllBox<Row>({ keys, selectable }: { keys: readonly RowKey[]; selectable: Selectable<Row> }) {
  const coverage = getCoverage(selectable.selection, keys);
  return (
    <Checkbox
      // On a phone the label is visible, because no column of checkboxes explains this checkbox.
      label={<span className="text-sm sm:sr-only">Select all rows on this page</span>}
      className="-mx-3 min-h-small! px-3 sm:gap-0!"
      checked={coverage === 'all'}
      indeterminate={coverage === 'some'}
      onChange={(event) => selectable.onSelect(toggleAll(keys, event.target.checked))}
    />
  );
}

function RowBox<Row>({
  keys,
  rowKey,
  row,
  selectable: { selection, onSelect, getName },
}: {
  keys: readonly RowKey[];
  rowKey: RowKey;
  row: Row;
  selectable: Selectable<Row>;
}) {
  // A change event does not tell whether the shift key is pressed, but the click event right before it does.
  const shift = useRef(false);
  return (
    <Checkbox
      label={`Select ${getName(row)}`}
      hideLabel
      className="-mx-3 min-h-small! px-3"
      checked={selection.keys.has(rowKey)}
      onClick={(event) => {
        shift.current = event.shiftKey;
      }}
      onChange={(event) => onSelect(toggleRow(selection, keys, rowKey, event.target.checked, shift.current))}
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
  /** The page size, for a list with pages. */
  rows?: number;
  /** Whether rows will have checkboxes. */
  selectable?: boolean;
}): ReactNode {
  return (
    <Loading label={label} className="min-w-0">
      <Table caption={label} className={boxClass} tableClassName={lines.table}>
        <Header columns={columns} box={selectable && <span className="sr-only">Select</span>} />
        <tbody {...roles.group} className={lines.body}>
          {Array.from({ length: Math.min(rows, MAX_SKELETON_ROWS) }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes have no identity
            <tr key={row} {...roles.row} className={lines.row}>
              {selectable && <Td {...roles.cell} className={cx(boxCell, lines.cell, lines.box)} />}
              {columns.map((column, index) => (
                <Cell key={column.id} columns={columns} index={index} selectable={selectable}>
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
