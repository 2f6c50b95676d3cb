import { Button } from '@inaam/ui/button';
import { Checkbox } from '@inaam/ui/checkbox';
import { Popover } from '@inaam/ui/popover';
import { useLocation } from '@tanstack/react-router';
import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { usePreferences } from '../app/preferences.ts';
import type { Column } from './columns.ts';
import { listName } from './view-search.ts';

/** A column's name: the header, or the column's ID if the header is not plain text. */
const getColumnName = ({ header, id }: { header: unknown; id: string }): string =>
  typeof header === 'string' ? header : id;

/**
 * Whether a column may be hidden. The first column names the row and pinned columns contain the row's actions, so these
 * columns are always visible.
 */
const canHide = <Row, State>({ pinned }: Column<Row, State>, index: number): boolean => index > 0 && !pinned;

/**
 * The columns that the admin has chosen to show.
 * @param tab identifies the list on a page that has several lists
 */
export function useShownColumns<Row, State>(columns: readonly Column<Row, State>[], tab = '') {
  const pathname = useLocation({ select: (location) => location.pathname });
  // Read only once: while another page loads, the URL already belongs to that page.
  const [page] = useState(() => listName(pathname));
  const list = tab === '' ? page : `${page}-${tab}`;
  const { preferences, set } = usePreferences();
  const hidden = preferences.hidden_columns[list] ?? [];
  return {
    shown: columns.filter((column, index) => !canHide(column, index) || !hidden.includes(column.id)),
    choices: columns.filter(canHide).map((column) => ({
      id: column.id,
      label: getColumnName(column),
      isShown: !hidden.includes(column.id),
    })),
    setShown: (id: string, isShown: boolean) =>
      set({
        name: 'hidden_columns',
        list,
        value: isShown ? hidden.filter((each) => each !== id) : [...hidden.filter((each) => each !== id), id],
      }),
    showAll: () => set({ name: 'hidden_columns', list, value: [] }),
  };
}

/** Shows and hides columns; the choice is saved for the admin on all devices. */
export function ColumnChooser({
  choices,
  onChange,
  onAll,
}: {
  choices: readonly { id: string; label: string; isShown: boolean }[];
  onChange: (id: string, isShown: boolean) => void;
  onAll: () => void;
}) {
  const hidden = choices.filter(({ isShown }) => !isShown).length;
  return (
    <Popover
      label="Columns"
      trigger={
        <Button icon={<Columns3 aria-hidden className="size-4" />} className="ml-auto max-sm:hidden">
          Columns
          {hidden > 0 && <span className="font-normal text-muted">{hidden} hidden</span>}
        </Button>
      }
    >
      <h2 className="mb-2 text-base">Columns</h2>
      <ul className="grid">
        {choices.map(({ id, label, isShown }) => (
          <li key={id}>
            <Checkbox label={label} checked={isShown} onChange={(event) => onChange(id, event.target.checked)} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button small className="mt-3" onClick={onAll}>
          Show all
        </Button>
      )}
    </Popover>
  );
}
