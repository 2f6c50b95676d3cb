import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

/**
 * Page numbers that get a button: at most `max` in a row, with the current page in the middle if possible.
 * @param page from 1; a page past the end counts as the last page
 */
export function pageWindow(page: number, totalPages: number, max: number): number[] {
  const count = Math.max(0, Math.min(max, totalPages));
  const current = Math.min(Math.max(1, page), Math.max(1, totalPages));
  const first = Math.min(Math.max(1, current - Math.floor(max / 2)), Math.max(1, totalPages - count + 1));
  return Array.from({ length: count }, (_, i) => first + i);
}

/** As many as fit between the arrows on a phone. */
const NARROW_BUTTONS = 5;

export interface PaginationProps {
  page: number;
  totalPages: number;
  /** 5 on the lists of conversions, fraud and offer clicks; 7 on all other lists. */
  maxButtons: number;
  onPage: (page: number) => void;
  /** The paged content, for screen readers. */
  label?: string;
  className?: string;
}

/** 'Showing page X of Y', Previous, Next and up to `maxButtons` page buttons. */
export function Pagination({ page, totalPages, maxButtons, onPage, label = 'Pages', className }: PaginationProps) {
  const last = Math.max(1, totalPages);
  const narrow = pageWindow(page, totalPages, NARROW_BUTTONS);
  return (
    <nav aria-label={label} className={cx('flex min-w-0 flex-wrap items-center justify-between gap-3', className)}>
      <p className="text-sm text-muted tabular-nums" aria-live="polite">
        Showing page {page} of {last}
      </p>
      <div className="flex items-center gap-1 max-sm:w-full max-sm:justify-between">
        <Button
          small
          variant="quiet"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
          icon={<ChevronLeft aria-hidden className="size-4" />}
          className="max-sm:px-2!"
        >
          <span className="max-sm:sr-only">Previous</span>
        </Button>
        {pageWindow(page, totalPages, maxButtons).map((number) => (
          <Button
            key={number}
            small
            variant={number === page ? 'primary' : 'quiet'}
            aria-current={number === page ? 'page' : undefined}
            aria-label={`Page ${number}`}
            onClick={() => onPage(number)}
            className={cx(
              'min-w-small px-1! tabular-nums max-sm:w-small max-sm:min-w-8',
              !narrow.includes(number) && 'max-sm:hidden',
            )}
          >
            {number}
          </Button>
        ))}
        <Button small variant="quiet" disabled={page >= last} onClick={() => onPage(page + 1)} className="max-sm:px-2!">
          <span className="max-sm:sr-only">Next</span>
          <ChevronRight aria-hidden className="size-4" />
        </Button>
      </div>
    </nav>
  );
}
