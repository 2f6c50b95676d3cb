import { formatCount } from '@inaam/contracts/common/format';
import { Button } from '@inaam/ui/button';
import { type ReactNode, useState } from 'react';
import { usePrinting } from '../app/printing.ts';

const INITIAL_ITEMS = 8;

/** The first items of a long list; the rest on request and in print. The caller provides the list's element. */
export function ShowMore<Item>({
  items,
  what,
  children,
}: {
  items: readonly Item[];
  /** `completions` */
  what: string;
  children: (shown: readonly Item[]) => ReactNode;
}) {
  const [all, setAll] = useState(false);
  const isPrinted = usePrinting() !== undefined;
  // A single further item is shown at once, because a button would need as much room as the item.
  const shown = all || isPrinted || items.length <= INITIAL_ITEMS + 1 ? items : items.slice(0, INITIAL_ITEMS);
  return (
    <>
      {children(shown)}
      {shown.length < items.length && (
        <Button small variant="quiet" className="mt-2" onClick={() => setAll(true)}>
          Show all {formatCount(items.length)} {what}
        </Button>
      )}
    </>
  );
}
