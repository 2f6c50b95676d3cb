import { Button } from '@inaam/ui/button';
import type { ReactNode } from 'react';

/** Actions on the selected rows; stays visible while the rows scroll. */
export const BulkBar = ({
  label,
  selected,
  onClear,
  more,
  children,
}: {
  /** The bar's label for screen readers: `Selected vouchers`. */
  label: string;
  /** The number of selected rows: `3 vouchers selected`. */
  selected: string;
  onClear: () => void;
  /** Buttons that extend the selection. */
  more?: ReactNode;
  /** The action buttons. */
  children: ReactNode;
}) => (
  <section
    aria-label={label}
    className="sticky top-14 z-20 flex flex-wrap items-center gap-2 rounded-control border border-accent/50 bg-accent-soft px-3 py-2 md:top-2"
  >
    <p role="status" className="font-semibold tabular-nums max-sm:grow">
      {selected}
    </p>
    <div className="flex flex-wrap gap-1 max-sm:-mx-3 sm:mr-auto">
      <Button small variant="quiet" onClick={onClear}>
        Clear selection
      </Button>
      {more}
    </div>
    <div className="flex flex-wrap gap-2 max-sm:w-full">{children}</div>
  </section>
);
