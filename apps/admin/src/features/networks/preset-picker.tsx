import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import { Field } from '@inaam/ui/field';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { signingWords } from './signing-words.ts';

/** What somebody who adds it has to have at hand. */
const needs = ({ secret, secret_name }: NetworkPreset): string =>
  secret === 'theirs' ? `Needs its ${secret_name}` : 'Needs no secret of theirs';

/** The presets by name, with a search over what they are called and how they sign. */
export function PresetPicker({
  presets,
  onPick,
}: {
  presets: readonly NetworkPreset[];
  onPick: (preset: NetworkPreset) => void;
}) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = presets.filter((preset) =>
    `${preset.label} ${preset.id} ${preset.notes.join(' ')} ${signingWords(preset.settings.signing)}`
      .toLowerCase()
      .includes(wanted),
  );
  return (
    <div className="grid gap-3">
      <Field
        type="search"
        label="Search presets"
        hideLabel
        placeholder="Search by name or signature"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.length === 0 ? (
        <p className="py-6 text-center text-muted">
          No preset is called that. Take one that is like your network: all of it can be changed in the settings.
        </p>
      ) : (
        <ul aria-label="Presets" className="grid overflow-hidden rounded-card border border-line bg-surface">
          {found.map((preset) => (
            <li key={preset.id} className="border-t border-line first:border-t-0">
              <button
                type="button"
                onClick={() => onPick(preset)}
                className="flex w-full items-center gap-3 px-card py-2 text-left -outline-offset-2! transition-colors duration-150 hover:bg-sunken"
              >
                <span className="min-w-0 grow">
                  <span className="flex flex-wrap items-baseline gap-x-3">
                    <span className="font-semibold">{preset.label}</span>
                    <span className="text-sm">{needs(preset)}</span>
                  </span>
                  <span className="block text-sm text-muted">{signingWords(preset.settings.signing)}</span>
                </span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
