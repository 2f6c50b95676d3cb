import type { NetworkPreset, Source } from '@inaam/contracts/networks/networks';
import { Badge } from '@inaam/ui/badge';
import { Checkbox } from '@inaam/ui/checkbox';
import { cx } from '@inaam/ui/cx';
import { TriangleAlert } from 'lucide-react';
import { formatDay } from '../../app/days.ts';

/**
 * Facts about a network, and assumptions of its preset that an admin has to check in the network's dashboard. In a
 * checklist, the admin can tick off each assumption.
 */
export function PresetNotes({
  preset,
  checklist = false,
  wide = false,
}: {
  preset: NetworkPreset;
  checklist?: boolean;
  /** Uses two columns if there is room. */
  wide?: boolean;
}) {
  const { notes, sources, unconfirmed } = preset;
  const listClass = 'grid list-disc gap-1 pl-5';
  return (
    <div className={cx('grid items-start gap-4', wide && 'xl:grid-cols-2')}>
      {unconfirmed.length > 0 && (
        <section aria-label="Please check" className="rounded-card border border-warn/40 bg-warn-soft p-card">
          <h3 className="mb-1 flex items-center gap-2 text-base">
            <TriangleAlert aria-hidden className="size-4 text-warn" />
            Check in the network’s dashboard
          </h3>
          <p className="mb-2 text-sm">
            The network’s documentation does not state the following. Compare it with the network’s dashboard, and
            change the settings if needed.
          </p>
          <ul className={checklist ? 'grid' : listClass}>
            {unconfirmed.map((text) => (
              <li key={text}>{checklist ? <Checkbox label={text} /> : text}</li>
            ))}
          </ul>
        </section>
      )}
      {notes.length > 0 && (
        <section aria-label="Good to know" className="rounded-card border border-line bg-surface p-card">
          <h3 className="mb-1 text-base">Good to know</h3>
          <ul className={listClass}>
            {notes.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="Sources" className="rounded-card border border-line bg-surface p-card xl:col-span-full">
        <details>
          <summary className="text-base font-semibold">
            Sources <span className="text-sm font-normal text-muted tabular-nums">{sources.length}</span>
          </summary>
          <ul className="mt-3 grid gap-3">
            {sources.map((source) => (
              <li key={source.title}>
                <SourceLine source={source} />
              </li>
            ))}
          </ul>
        </details>
      </section>
    </div>
  );
}

/** A source of facts: what the source states, and how reliable the source is. */
export const SourceLine = ({ source: { title, url, read, trust, says } }: { source: Source }) => (
  <span className="grid gap-0.5">
    <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
      {url === null ? (
        <span className="min-w-0 font-semibold wrap-anywhere">{title}</span>
      ) : (
        <a href={url} target="_blank" rel="noreferrer" className="min-w-0 font-semibold underline wrap-anywhere">
          {title}
        </a>
      )}
      {trust === 'vendor' ? (
        <Badge tone="good">Vendor’s documentation, read on {formatDay(read)}</Badge>
      ) : (
        <Badge tone="warn">Unverified</Badge>
      )}
    </span>
    <span className="text-sm">{says}</span>
  </span>
);
