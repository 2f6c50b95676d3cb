import { Button } from '@inaam/ui/button';
import { Popover } from '@inaam/ui/popover';
import { SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';

/** The menu of filters that are set rarely. @param set how many of them are set */
export function MoreFilters({ set, children }: { set: number; children: ReactNode }) {
  return (
    <Popover
      label="More filters"
      trigger={
        <Button icon={<SlidersHorizontal aria-hidden className="size-4 shrink-0" />} className="shrink-0">
          More
          <span className="sr-only"> filters</span>
          {set > 0 && <span className="font-normal text-muted tabular-nums">{set} set</span>}
        </Button>
      }
    >
      <h2 className="mb-2 text-base">More filters</h2>
      <div className="grid gap-3">{children}</div>
    </Popover>
  );
}
