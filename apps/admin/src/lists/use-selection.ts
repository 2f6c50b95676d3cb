import { useState } from 'react';
import { noSelection, type Selection } from './selection.ts';

/** The rows chosen on this page of this list: other filters or another page begin with none. */
export function useSelection(input: object): { selection: Selection; setSelection: (selection: Selection) => void } {
  const of = JSON.stringify(input);
  const [kept, setKept] = useState({ of, selection: noSelection });
  return {
    selection: kept.of === of ? kept.selection : noSelection,
    setSelection: (selection) => setKept({ of, selection }),
  };
}
