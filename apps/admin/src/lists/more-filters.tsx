import { Button } from '@inaam/ui/button';
import { Popover } from '@inaam/ui/popover';
import { SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';

/** The menu of rarely used filters. @param activeCount how many filters of the menu are set */
export function MoreFilters({ activeCount, children }: { activeCount: number; children: ReactNode }) {
  return (
    <Popover
      label="More filters"
      trigger={
        <Button icon={<SlidersHorizontal aria-hidden className="size-4 shrink-0" />} className="shrink-0">
          More
          <span className="sr-only"> filters</span>
          {activeCount > 0 && <span className="font-normal text-muted tabular-nums">{activeCount} set</span>}
        </Button>
      }
    >
      <h2 className="mb-2 text-base">More filters</h2>
      <div className="grid gap-3">{children}</div>
    </Popover>
  );
}
