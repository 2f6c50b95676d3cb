import { useState } from 'react';
import { noSelection, type Selection } from './selection.ts';

/** The selected rows of this page. Other filters or another page start with an empty selection. */
export function useSelection(input: object): { selection: Selection; setSelection: (selection: Selection) => void } {
  const of = JSON.stringify(input);
  const [kept, setKept] = useState({ of, selection: noSelection });
  return {
    selection: kept.of === of ? kept.selection : noSelection,
    setSelection: (selection) => setKept({ of, selection }),
  };
}
