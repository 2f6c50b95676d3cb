import { cx } from '@inaam/ui/cx';
import type { ReactNode } from 'react';

const bands = { fraud: 'bg-band-fraud', clicks: 'bg-band-clicks' } as const;

/** The coloured header that some screens are documented with, and the figures in it. */
export interface Band {
  tone: keyof typeof bands;
  figures?: ReactNode;
}

export interface PageHeaderProps {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  band?: Band | undefined;
}

/** A page's title, what is to be known at a glance, and its one primary action. Names the document too. */
export const PageHeader = ({ title, note, action, band }: PageHeaderProps) => (
  <header
    className={cx(
      'flex flex-wrap items-center gap-x-4 gap-y-2',
      band && cx('gap-y-3 rounded-card px-card py-4 text-band-text', bands[band.tone]),
    )}
  >
    <title>{`${title} · Admin`}</title>
    <h1 className="min-w-0 text-xl wrap-anywhere">{title}</h1>
    {note && (
      <p className={cx('tabular-nums', !band && 'text-muted')} aria-live="polite">
        {note}
      </p>
    )}
    {band?.figures && <div className="w-full sm:ml-auto sm:w-auto">{band.figures}</div>}
    {action && <div className={cx('flex flex-wrap gap-2', !band?.figures && 'ml-auto')}>{action}</div>}
  </header>
);
