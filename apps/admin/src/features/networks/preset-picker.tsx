import type { NetworkPreset } from '@inaam/contracts/networks';
import { Badge } from '@inaam/ui/badge';
import { Field } from '@inaam/ui/field';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { signingWords } from './signing-words.ts';

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
    `${preset.label} ${preset.id} ${signingWords(preset.settings.signing)}`.toLowerCase().includes(wanted),
  );
  return (
    <div className="grid gap-3">
      <Field
        type="search"
        label="Search presets"
        hideLabel
        placeholder="Search by name"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.length === 0 ? (
        <p className="py-6 text-center text-muted">
          No preset is called that. Add one that is near to it: everything in it can be changed.
        </p>
      ) : (
        <ul aria-label="Presets" className="grid gap-2">
          {found.map((preset) => (
            <li key={preset.id}>
              <button
                type="button"
                onClick={() => onPick(preset)}
                className="flex w-full items-center gap-3 rounded-card border border-line bg-surface p-card text-left transition-colors duration-150 hover:border-edge hover:bg-sunken"
              >
                <span className="min-w-0 grow">
                  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                    <span className="font-semibold">{preset.label}</span>
                    {preset.unconfirmed.length > 0 && <Badge tone="warn">{preset.unconfirmed.length} to check</Badge>}
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
