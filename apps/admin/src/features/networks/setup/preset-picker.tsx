import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import type { Signing } from '@inaam/contracts/networks/signing';
import { Field } from '@inaam/ui/field';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';

/** Names the secret that an admin must have to add the network, if there is one. */
const describeNeeds = ({ secret, secret_name }: NetworkPreset): string =>
  secret === 'pasted' ? `Requires its ${secret_name}` : 'Requires no secret from the network';

const itemClass =
  'flex w-full items-center gap-3 px-card py-2 text-left -outline-offset-2! transition-colors duration-150 hover:bg-sunken';

/** Presets, with a search over names, notes and signing methods. The last line adds a network without a preset. */
export function PresetPicker({
  presets,
  own,
  onPick,
}: {
  presets: readonly NetworkPreset[];
  /** The empty preset, for a network that has no preset. */
  own: NetworkPreset;
  onPick: (preset: NetworkPreset) => void;
}) {
  const [search, setSearch] = useState('');
  const searchText = search.trim().toLowerCase();
  const matches = presets.filter((preset) =>
    `${preset.label} ${preset.id} ${preset.notes.join(' ')} ${describeSigning(preset.settings.signing)}`
      .toLowerCase()
      .includes(searchText),
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
      {matches.length === 0 && <p className="text-muted">No preset matches. Start with a similar one, or without.</p>}
      <ul aria-label="Presets" className="grid overflow-hidden rounded-card border border-line bg-surface">
        {matches.map((preset) => (
          <li key={preset.id} className="border-t border-line first:border-t-0">
            <button type="button" onClick={() => onPick(preset)} className={itemClass}>
              <span className="min-w-0 grow">
                <span className="flex flex-wrap items-baseline gap-x-3">
                  <span className="font-semibold">{preset.label}</span>
                  <span className="text-sm">{describeNeeds(preset)}</span>
                </span>
                <span className="block text-sm text-muted">{describeSigning(preset.settings.signing)}</span>
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
            </button>
          </li>
        ))}
        <li className="border-t border-line bg-sunken/50 first:border-t-0">
          <button type="button" onClick={() => onPick(own)} className={itemClass}>
            <span className="min-w-0 grow">
              <span className="block font-semibold">{own.label}</span>
              <span className="block text-sm text-muted">
                Starts with usual parameter names and a secret in the URL. Change both in its settings.
              </span>
            </span>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
          </button>
        </li>
      </ul>
    </div>
  );
}

const signedParts = {
  url: 'the exact URL',
  query: 'the query',
  sorted_query: 'the sorted query',
  body: 'the body',
  template: 'selected fields',
} as const;

/** How a network authenticates its postbacks, in one line. */
function describeSigning(signing: Signing): string {
  if (signing.kind === 'path_secret') return 'Not signed: a secret in the URL';
  if (signing.kind === 'ecdsa') return `ECDSA by public keys, in the parameter ${signing.name}`;
  const place = `in the ${signing.in === 'header' ? 'header' : 'parameter'} ${signing.name}`;
  if (signing.kind === 'token') return `Not signed: a fixed token ${place}`;
  const algorithm = signing.algorithm.toUpperCase().replace('SHA', 'SHA-');
  if (signing.kind === 'hash') return `${algorithm} of selected fields ${place}`;
  return `HMAC-${algorithm} over ${signedParts[signing.over]} ${place}`;
}
