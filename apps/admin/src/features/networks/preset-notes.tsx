import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import { Badge } from '@inaam/ui/badge';
import { Checkbox } from '@inaam/ui/checkbox';
import { TriangleAlert } from 'lucide-react';
import { formatDay } from '../../app/days.ts';

/** Facts about a network, and questions that an admin has to look up. The checklist lets them tick off questions. */
export function PresetNotes({ preset, checklist = false }: { preset: NetworkPreset; checklist?: boolean }) {
  const { notes, sources, unconfirmed } = preset;
  const listClass = 'grid list-disc gap-1 pl-5';
  return (
    <div className="grid gap-4">
      {unconfirmed.length > 0 && (
        <section aria-label="Please check" className="rounded-card border border-warn/40 bg-warn-soft p-card">
          <h3 className="mb-1 flex items-center gap-2 text-base">
            <TriangleAlert aria-hidden className="size-4 text-warn" />
            Check in the network’s dashboard
          </h3>
          <p className="mb-2 text-sm">
            The network’s documentation does not state this. Compare it, and change it in the settings if needed.
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
      <section aria-label="Sources" className="rounded-card border border-line bg-surface p-card">
        <h3 className="mb-1 text-base">Sources</h3>
        <ul className="grid gap-3">
          {sources.map(({ title, url, read, trust, says }) => (
            <li key={title} className="grid gap-0.5">
              <span className="flex flex-wrap items-baseline gap-x-2">
                {url === null ? (
                  <span className="min-w-0 font-semibold wrap-anywhere">{title}</span>
                ) : (
                  <a
                    href={url}
                    target="_blank"
                    rel="noreferrer"
                    className="min-w-0 font-semibold underline wrap-anywhere"
                  >
                    {title}
                  </a>
                )}
                <Badge tone={trustWords[trust].tone}>{trustWords[trust].text}</Badge>
              </span>
              <span className="text-sm">{says}</span>
              <span className="text-sm text-muted">Read on {formatDay(read)}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

const trustWords = {
  vendor: { text: 'Vendor’s documentation', tone: 'good' },
  code: { text: 'Third-party code', tone: 'info' },
  third_party_page: { text: 'Unverified', tone: 'warn' },
} as const;
