import { Button, IconButton } from '@inaam/ui/button';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { focusNow } from '../form-errors.ts';

export interface LineTools<Line> {
  /** The position of the line, counted from 0. */
  index: number;
  change: (patch: Partial<Line>) => void;
  /** A `ref` for the line's first field, which focuses a line that was just added. */
  first: typeof focusNow | undefined;
  /** Renders the button that removes the line. The focus stays in the list. */
  remove: (label: string) => ReactNode;
}

interface LineListProps<Line extends { id: number }> {
  lines: readonly Line[];
  onChange: (lines: Line[]) => void;
  /** Creates a line with a new id. */
  createLine: () => Line;
  /** The label of the button that adds a line: `Add a rate`. */
  add: string;
  children: (line: Line, tools: LineTools<Line>) => ReactNode;
}

/** An editable list of lines. */
export function LineList<Line extends { id: number }>({
  lines,
  onChange,
  createLine,
  add,
  children,
}: LineListProps<Line>) {
  const addButton = useRef<HTMLButtonElement>(null);
  const [addedId, setAddedId] = useState<number>();
  const remove = (line: Line) => (label: string) => (
    <IconButton
      label={label}
      onClick={() => {
        // The pressed button disappears with its line, so the focus moves to the button that adds a line.
        addButton.current?.focus();
        onChange(lines.filter(({ id }) => id !== line.id));
      }}
    >
      <X aria-hidden className="size-4" />
    </IconButton>
  );
  return (
    <>
      {lines.map((line, index) =>
        children(line, {
          index,
          change: (patch) => onChange(lines.map((each) => (each.id === line.id ? { ...each, ...patch } : each))),
          first: line.id === addedId ? focusNow : undefined,
          remove: remove(line),
        }),
      )}
      <Button
        ref={addButton}
        small
        className="justify-self-start"
        icon={<Plus aria-hidden className="size-4" />}
        onClick={() => {
          const line = createLine();
          setAddedId(line.id);
          onChange([...lines, line]);
        }}
      >
        {add}
      </Button>
    </>
  );
}
