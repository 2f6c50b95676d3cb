import { formatCount } from '@inaam/contracts/common/format';
import { Button } from '@inaam/ui/button';
import { type ReactNode, useState } from 'react';
import { usePrinting } from '../app/printing.ts';

const SHOWN = 8;

/** The first of a long list, and the rest on request and on paper. The list's own element is the caller's. */
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
  // One more than is shown is shown at once: a button for a single line is longer than the line.
  const shown = all || isPrinted || items.length <= SHOWN + 1 ? items : items.slice(0, SHOWN);
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
