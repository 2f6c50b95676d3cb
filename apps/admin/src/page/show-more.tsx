import { formatCount } from '@inaam/contracts/common/format';
import { Button } from '@inaam/ui/button';
import { type ReactNode, useState } from 'react';

const SHOWN = 8;

/** The first of a long list, and the rest on request. The list's own element is the caller's. */
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
  // One more than is shown is shown at once: a button for a single line is longer than the line.
  const shown = all || items.length <= SHOWN + 1 ? items : items.slice(0, SHOWN);
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
