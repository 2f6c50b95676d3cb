import { cx } from '@inaam/ui/cx';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { type SortOrder, Table, Td, Th, Tr } from '@inaam/ui/table';
import type { ReactNode } from 'react';
import type { Column } from './columns.ts';

const SKELETON_ROWS = 8;
/** The box is as tall as the window allows, so that its header stays in sight while its rows scroll. */
const boxClass = 'max-h-[calc(100dvh-5rem)]';
const pinnedHeader = 'md:right-0 md:z-20 md:border-l';
// Opaque, because the other cells pass beneath it.
const pinnedCell = 'bg-surface group-hover:bg-background md:sticky md:right-0 md:border-l';

export interface ListTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** The rows are still those of the last answer. */
  fetching?: boolean;
  sort?: { by: unknown; order: unknown; onSort: (by: string, order: SortOrder) => void };
}

function Header<Row>({ columns, sort }: Pick<ListTableProps<Row>, 'columns' | 'sort'>) {
  return (
    <thead>
      <tr>
        {columns.map(({ id, header, numeric = false, sortBy, pinned, className }) => {
          const order = sort && sortBy === sort.by ? (sort.order as SortOrder) : undefined;
          return (
            <Th
              key={id}
              numeric={numeric}
              order={order}
              onSort={sort && sortBy ? () => sort.onSort(sortBy, order === 'desc' ? 'asc' : 'desc') : undefined}
              className={cx(pinned && pinnedHeader, className)}
            >
              {header}
            </Th>
          );
        })}
      </tr>
    </thead>
  );
}

/** A list's rows under its columns. */
export function ListTable<Row>({ caption, columns, rows, rowKey, fetching = false, sort }: ListTableProps<Row>) {
  return (
    <Table caption={caption} fetching={fetching} className={boxClass}>
      <Header columns={columns} {...(sort && { sort })} />
      <tbody>
        {rows.map((row) => (
          <Tr key={rowKey(row)}>
            {columns.map(({ id, cell, numeric = false, pinned, className }) => (
              <Td key={id} numeric={numeric} className={cx(pinned && pinnedCell, className)}>
                {cell(row)}
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The same table before its first rows. */
export function ListTableSkeleton<Row>({
  label,
  columns,
}: {
  label: string;
  columns: readonly Column<Row>[];
}): ReactNode {
  return (
    <Loading label={label} className="min-w-0">
      <Table caption={label}>
        <Header columns={columns} />
        <tbody>
          {Array.from({ length: SKELETON_ROWS }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes have no identity
            <tr key={row}>
              {columns.map(({ id, numeric = false, className }, column) => (
                <Td key={id} numeric={numeric} className={className}>
                  <Skeleton className={`my-1 h-4 ${numeric ? 'ml-auto w-12' : column === 0 ? 'w-40' : 'w-20'}`} />
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Loading>
  );
}
