import { Dialog } from '@inaam/ui/dialog';
import type { ReactNode } from 'react';
import type { Column } from './columns.ts';

/** Shows all columns of a row whose record has neither a panel nor a page. */
export const RowDetails = <Row, State>({
  title,
  columns,
  row,
  onClose,
}: {
  title: string;
  columns: readonly Column<Row, State>[];
  row: Row;
  onClose: () => void;
}): ReactNode => (
  <Dialog open onOpenChange={onClose} place="side" title={title}>
    <dl className="grid gap-3">
      {columns.map((column) => (
        <div key={column.id} className="grid gap-0.5 wrap-anywhere">
          <dt className="text-xs text-muted">{column.header}</dt>
          <dd>{column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
