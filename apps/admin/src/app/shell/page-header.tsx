import type { ReactNode } from 'react';

/** A page's title, what is to be known at a glance, and its one primary action. Names the document too. */
export const PageHeader = ({ title, note, action }: { title: string; note?: ReactNode; action?: ReactNode }) => (
  <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <title>{`${title} · Admin`}</title>
    <h1 className="text-xl">{title}</h1>
    {note && (
      <p className="text-muted tabular-nums" aria-live="polite">
        {note}
      </p>
    )}
    {action && <div className="ml-auto flex flex-wrap gap-2">{action}</div>}
  </header>
);
