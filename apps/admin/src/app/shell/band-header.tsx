import { cx } from '@inaam/ui/cx';
import type { ReactNode } from 'react';

const bands = { fraud: 'bg-band-fraud', clicks: 'bg-band-clicks' } as const;

/** The coloured header that the specification gives to two pages; otherwise as {@link PageHeader}. */
export const BandHeader = ({
  band,
  title,
  note,
  figures,
  action,
}: {
  band: keyof typeof bands;
  title: string;
  note?: ReactNode;
  /** What the page adds up to, beside the title. */
  figures?: ReactNode;
  action?: ReactNode;
}) => (
  <header
    className={cx(
      'flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card px-4 py-4 text-band-text [&_:focus-visible]:outline-band-text',
      bands[band],
    )}
  >
    <title>{`${title} · Admin`}</title>
    <div className="min-w-0">
      <h1 className="text-xl">{title}</h1>
      {note && (
        <div className="text-sm tabular-nums" aria-live="polite">
          {note}
        </div>
      )}
    </div>
    {figures && <div className="w-full sm:ml-auto sm:w-auto">{figures}</div>}
    {action && <div className={cx('flex flex-wrap gap-2', !figures && 'ml-auto')}>{action}</div>}
  </header>
);
