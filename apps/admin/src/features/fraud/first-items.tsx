import { formatPlural } from '@inaam/contracts/common/format';
import { Button } from '@inaam/ui/button';
import { type ReactNode, useState } from 'react';

/** The first items of a long list, and a button that shows all. */
export function FirstItems<Item>({
  items,
  first,
  one,
  many,
  children,
}: {
  items: readonly Item[];
  first: number;
  /** Their noun, for the button: `account`. */
  one: string;
  /** The plural, where it is not `one` with an s. */
  many?: string;
  children: (shown: readonly Item[]) => ReactNode;
}) {
  const [all, setAll] = useState(false);
  const left = items.length - first;
  return (
    <div className="grid justify-items-start gap-2">
      <div className="w-full min-w-0">{children(all ? items : items.slice(0, first))}</div>
      {!all && left > 0 && (
        <Button small onClick={() => setAll(true)}>
          Show {formatPlural(left, `more ${one}`, many && `more ${many}`)}
        </Button>
      )}
    </div>
  );
}
