import { useState } from 'react';
import { noSelection, type Selection } from './selection.ts';

/** The selected rows of this page. Other filters or another page start with an empty selection. */
export function useSelection(input: object): { selection: Selection; setSelection: (selection: Selection) => void } {
  const of = JSON.stringify(input);
  const [stored, setStored] = useState({ of, selection: noSelection });
  return {
    selection: stored.of === of ? stored.selection : noSelection,
    setSelection: (selection) => setStored({ of, selection }),
  };
}
