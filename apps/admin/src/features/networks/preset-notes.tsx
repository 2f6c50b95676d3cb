import type { NetworkPreset } from '@inaam/contracts/networks';
import { Checkbox } from '@inaam/ui/checkbox';
import { TriangleAlert } from 'lucide-react';

/** What is known of a network and what an operator has to look up. As a checklist its lines can be ticked off. */
export function PresetNotes({ preset, checklist = false }: { preset: NetworkPreset; checklist?: boolean }) {
  const { notes, unconfirmed } = preset;
  if (notes.length + unconfirmed.length === 0) return null;
  const line = (text: string) =>
    checklist ? <Checkbox label={text} className="items-start! py-1 [&>input]:mt-0.5" /> : text;
  const list = checklist ? 'grid' : 'list-disc pl-5 grid gap-1';
  return (
    <div className="grid gap-4">
      {unconfirmed.length > 0 && (
        <section aria-label="Please check" className="rounded-card border border-warn/40 bg-warn-soft p-card">
          <h3 className="mb-1 flex items-center gap-2 text-base">
            <TriangleAlert aria-hidden className="size-4 text-warn" />
            Check in the network’s dashboard
          </h3>
          <p className="mb-2 text-sm">Not confirmed by the network’s own documents. All of it can be changed later.</p>
          <ul className={list}>
            {unconfirmed.map((text) => (
              <li key={text}>{line(text)}</li>
            ))}
          </ul>
        </section>
      )}
      {notes.length > 0 && (
        <section aria-label="Good to know" className="rounded-card border border-line bg-surface p-card">
          <h3 className="mb-1 text-base">Good to know</h3>
          <ul className={list}>
            {notes.map((text) => (
              <li key={text}>{line(text)}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
