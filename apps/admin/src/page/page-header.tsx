import type { ReactNode } from 'react';

/** A page's title, what is to be known at a glance, and its one primary action. Names the document too. */
export const PageHeader = ({ title, note, action }: { title: string; note?: ReactNode; action?: ReactNode }) => (
  <header className="flex min-h-control flex-wrap items-center gap-x-4 gap-y-2">
    <title>{`${title} · Admin`}</title>
    <div className="flex min-w-0 grow basis-40 flex-wrap items-center gap-x-4 sm:basis-0">
      <h1 className="min-w-0 text-lg wrap-anywhere sm:text-xl">{title}</h1>
      {note && (
        <p className="min-w-0 wrap-anywhere text-muted tabular-nums" aria-live="polite">
          {note}
        </p>
      )}
    </div>
    {action && <div className="flex flex-wrap gap-2">{action}</div>}
  </header>
);
