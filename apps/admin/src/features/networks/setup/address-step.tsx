import type { NetworkPreset, NetworkView } from '@inaam/contracts/networks/networks';
import { Button } from '@inaam/ui/button';
import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { trpc } from '../../../app/trpc.ts';
import { PostbackAddress } from '../postback-address.tsx';
import { PresetNotes, SourceLine } from '../preset-notes.tsx';
import { StepButtons } from './setup-page.tsx';

/** The postback URL to copy, and where to paste the URL in the network's dashboard. */
export function AddressStep({ network, onNext }: { network: NetworkView; onNext: () => void }) {
  const presets = trpc.admin.networks.presets.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const preset = presets.data?.presets.find(({ id }) => id === network.preset);
  return (
    <>
      <PostbackAddress network={network} guide />
      {preset && <PastePlace preset={preset} />}
      <StepButtons>
        <Button variant="primary" onClick={onNext}>
          I have pasted it
        </Button>
      </StepButtons>
      {preset && <PresetNotes preset={preset} checklist />}
    </>
  );
}

/** Where to paste the postback URL, in the vendor's words. */
function PastePlace({ preset: { label, paste } }: { preset: NetworkPreset }) {
  return (
    <section aria-labelledby="paste" className="grid gap-2 rounded-card border border-line bg-surface p-card">
      <h3 id="paste" className="text-base">
        Where to paste it
      </h3>
      {paste ? (
        <>
          <p className="flex flex-wrap items-center gap-x-1 gap-y-1">
            {paste.path.map((place, index) => (
              <Fragment key={place}>
                {index > 0 && <ChevronRight aria-hidden className="size-4 text-muted" />}
                <span className="rounded-control bg-sunken px-2 py-0.5 font-semibold">{place}</span>
              </Fragment>
            ))}
          </p>
          <SourceLine source={paste.source} />
        </>
      ) : (
        <p>
          The documentation of {label} does not say where. Look in its dashboard for “Postback”, “Callback” or “S2S”.
        </p>
      )}
    </section>
  );
}
