import { useState } from 'react';
import { noSelection, type Selection } from './selection.ts';

/** The selected rows of this page. Other filters or another page start with an empty selection. */
export function useSelection(input: object): { selection: Selection; setSelection: (selection: Selection) => void } {
  const inputKey = JSON.stringify(input);
  const [stored, setStored] = useState({ of: inputKey, selection: noSelection });
  return {
    selection: stored.of === inputKey ? stored.selection : noSelection,
    setSelection: (selection) => setStored({ of: inputKey, selection }),
  };
}
