import { cx } from '@inaam/ui/cx';
import { MousePointerClick, ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** A page's title, with a note and the primary action. Also sets the document's title. */
export const PageHeader = ({
  back,
  title,
  note,
  toggle,
  action,
}: {
  /** A link before the title, in the same line. A link above the title would leave less height for a list below. */
  back?: ReactNode;
  title: string;
  note?: ReactNode;
  /** A button next to the note that collapses the content below. */
  toggle?: ReactNode;
  action?: ReactNode;
}) => (
  <header className="flex min-h-control flex-wrap items-center gap-x-4 gap-y-2">
    <title>{`${title} · Admin`}</title>
    {back}
    <div className="flex min-w-0 grow basis-40 flex-wrap items-center gap-x-4 sm:basis-64">
      <h1 className="min-w-0 text-lg wrap-anywhere 2xl:text-xl">{title}</h1>
      {note && (
        <p className="min-w-0 wrap-anywhere text-muted tabular-nums" aria-live="polite">
          {note}
        </p>
      )}
      {toggle}
    </div>
    {action && <div className="flex flex-wrap gap-2">{action}</div>}
  </header>
);

const bands = {
  fraud: { hue: 'bg-band-fraud', ink: 'text-band-fraud', Icon: ShieldAlert },
  clicks: { hue: 'bg-band-clicks', ink: 'text-band-clicks', Icon: MousePointerClick },
} as const;

/** A header with a coloured stripe and an icon. The specification requires it on two pages. */
export function BandHeader({
  band,
  title,
  note,
  toggle,
  figures,
  action,
}: {
  band: keyof typeof bands;
  title: string;
  note?: ReactNode;
  /** A button next to the note that collapses the content below. */
  toggle?: ReactNode;
  /** Totals next to the title. */
  figures?: ReactNode;
  action?: ReactNode;
}) {
  const { hue, ink, Icon } = bands[band];
  return (
    <header className="relative flex flex-wrap items-center gap-x-4 gap-y-2 pt-3 lg:gap-x-6">
      <title>{`${title} · Admin`}</title>
      <span aria-hidden data-stripe={band} className={cx('absolute inset-x-0 top-0 h-1 rounded-full', hue)} />
      <div className="flex min-h-control min-w-0 grow basis-40 flex-wrap items-center gap-x-4 sm:basis-64">
        <h1 className="flex min-w-0 items-center gap-2 text-lg 2xl:text-xl">
          <Icon aria-hidden className={cx('size-6 shrink-0', ink)} />
          {title}
        </h1>
        {/* The note has the same height while it is empty, so that nothing below moves. */}
        <div className="flex items-center gap-x-4">
          <div className="min-h-[1lh] text-sm text-muted tabular-nums" aria-live="polite">
            {note}
          </div>
          {toggle}
        </div>
      </div>
      {figures && <div className="max-md:order-last max-md:w-full">{figures}</div>}
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </header>
  );
}
