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
  /** The singular noun for the items on the button, such as `account`. */
  one: string;
  /** The plural of `one`, if the plural is irregular. */
  many?: string;
  children: (shown: readonly Item[]) => ReactNode;
}) {
  const [isExpanded, setExpanded] = useState(false);
  const hiddenCount = items.length - first;
  return (
    <div className="grid justify-items-start gap-2">
      <div className="w-full min-w-0">{children(isExpanded ? items : items.slice(0, first))}</div>
      {!isExpanded && hiddenCount > 0 && (
        <Button small onClick={() => setExpanded(true)}>
          Show {formatPlural(hiddenCount, `more ${one}`, many && `more ${many}`)}
        </Button>
      )}
    </div>
  );
}
