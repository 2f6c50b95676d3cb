import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import { Button, buttonClass } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { paths } from '../../app/paths.ts';
import { trpc } from '../../app/trpc.ts';
import { Loadable } from '../../page/loadable.tsx';
import { NetworkForm } from './network-form.tsx';
import { PresetNotes } from './preset-notes.tsx';
import { PresetPicker } from './preset-picker.tsx';
import { PostbackAddress } from './secrets/postback-address.tsx';

/** From the choice of a preset to the address that is pasted at the network. */
export function AddNetwork({ onClose }: { onClose: () => void }) {
  const form = useId();
  const query = trpc.admin.networks.presets.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const networks = trpc.admin.networks.list.useQuery();
  const utils = trpc.useUtils();
  const create = trpc.admin.networks.create.useMutation({ onSuccess: () => utils.admin.invalidate() });
  const [preset, setPreset] = useState<NetworkPreset>();
  const made = create.data?.network;

  if (made && preset) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        place="side"
        wide
        title={`${made.name} is added`}
        description="What is left is done in the network’s dashboard: paste the address there, and compare what is to be checked."
        footer={
          <>
            <Button onClick={onClose}>Done</Button>
            <Link
              to={paths.network}
              params={{ networkId: String(made.network_id) }}
              className={buttonClass({ variant: 'primary' })}
            >
              Open {made.name}
            </Link>
          </>
        }
      >
        <div className="grid gap-4">
          <PostbackAddress network={made} guide />
          <PresetNotes preset={preset} checklist />
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      closable={!create.isPending}
      place="side"
      wide
      title={preset ? `Add ${preset.label}` : 'Add network'}
      description={
        preset
          ? 'The preset knows how it calls: its parameters, its words, its signature.'
          : 'Which network is it? A preset knows how it calls.'
      }
      footer={
        preset ? (
          <>
            <Button className="mr-auto" disabled={create.isPending} onClick={() => setPreset(undefined)}>
              Back
            </Button>
            <Button form={form} type="submit" variant="primary" busy={create.isPending} busyLabel="Adding...">
              Add network
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Cancel</Button>
        )
      }
    >
      {preset ? (
        <div className="grid gap-5">
          <NetworkForm
            key={preset.id}
            id={form}
            preset={preset}
            taken={networks.data?.networks.map(({ slug }) => slug) ?? []}
            creating={create}
          />
          <PresetNotes preset={preset} />
        </div>
      ) : (
        <Loadable
          query={query}
          what="presets"
          failed="The presets could not be loaded"
          shape={['h-control', 'h-[min(36rem,60dvh)]']}
        >
          {({ presets }) => (
            <PresetPicker
              presets={presets}
              onPick={(picked) => {
                create.reset();
                setPreset(picked);
              }}
            />
          )}
        </Loadable>
      )}
    </Dialog>
  );
}
