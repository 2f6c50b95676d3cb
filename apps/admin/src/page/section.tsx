import { Card } from '@inaam/ui/card';
import { CrashBoundary } from '@inaam/ui/crash-boundary';
import { cx } from '@inaam/ui/cx';
import { type ReactNode, useId } from 'react';

/** A part of a record's page, with a title, a note such as a count, and actions. */
export function Section({
  title,
  note,
  action,
  className,
  children,
}: {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx('min-w-0', className)}>
      <Card>
        <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id={id} className="text-base">
            {title}
          </h2>
          {note !== undefined && <p className="text-sm text-muted tabular-nums">{note}</p>}
          {action && <div className="-my-1 ml-auto flex flex-wrap gap-2">{action}</div>}
        </header>
        <CrashBoundary>{children}</CrashBoundary>
      </Card>
    </section>
  );
}

export const EmptySection = ({ children }: { children: ReactNode }) => <p className="text-muted">{children}</p>;
