import { adminPaths } from '@inaam/contracts/common/paths';
import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import type { Signing } from '@inaam/contracts/networks/signing';
import { Button, buttonClass } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { Field } from '@inaam/ui/field';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useCloseOnPendingApproval } from '../../app/pending-approval.ts';
import { trpc } from '../../app/trpc.ts';
import { useFormGuard } from '../../forms/use-form-guard.tsx';
import { Loadable } from '../../page/loadable.tsx';
import { NetworkForm } from './network-form.tsx';
import { PresetNotes } from './preset-notes.tsx';
import { PostbackAddress } from './secrets/postback-address.tsx';

/** From the choice of a preset to the postback URL to copy. */
export function AddNetwork({ onClose }: { onClose: () => void }) {
  const form = useId();
  const query = trpc.admin.networks.presets.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const networks = trpc.admin.networks.list.useQuery();
  const utils = trpc.useUtils();
  const create = trpc.admin.networks.create.useMutation({ onSuccess: () => utils.admin.invalidate() });
  const [preset, setPreset] = useState<NetworkPreset>();
  const created = create.data?.network;
  const [isTyped, setTyped] = useState(false);
  // No draft keeps a secret.
  const guard = useFormGuard({
    name: undefined,
    base: { values: { isTyped: false } },
    values: { isTyped: isTyped && !created },
    onClose,
  });

  useCloseOnPendingApproval(create.error, () => guard.finish());

  if (created && preset) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        place="side"
        wide
        title={`${created.name} is added`}
        description="Finish in the network’s dashboard: paste the address there, and check the marked settings."
        footer={
          <>
            <Button onClick={onClose}>Done</Button>
            <Link
              to={adminPaths.network}
              params={{ networkId: String(created.network_id) }}
              className={buttonClass({ variant: 'primary' })}
            >
              Open {created.name}
            </Link>
          </>
        }
      >
        <div className="grid gap-4">
          <PostbackAddress network={created} guide />
          <PresetNotes preset={preset} checklist />
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={guard.close}
      closable={!create.isPending}
      place="side"
      wide
      title={preset ? `Add ${preset.label}` : 'Add network'}
      description={
        preset
          ? 'The preset fills in its parameters, status words and signature.'
          : 'Choose the network’s preset: it fills in how the network calls back.'
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
          <Button onClick={guard.close}>Cancel</Button>
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
            onTyped={setTyped}
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
                setTyped(false);
                setPreset(picked);
              }}
            />
          )}
        </Loadable>
      )}
      {guard.question}
    </Dialog>
  );
}

/** What an admin needs at hand to add the network. */
const describeNeeds = ({ secret, secret_name }: NetworkPreset): string =>
  secret === 'pasted' ? `Requires its ${secret_name}` : 'Requires no secret from the network';

/** Presets by name, with a search over names and signing methods. */
function PresetPicker({
  presets,
  onPick,
}: {
  presets: readonly NetworkPreset[];
  onPick: (preset: NetworkPreset) => void;
}) {
  const [search, setSearch] = useState('');
  const searched = search.trim().toLowerCase();
  const found = presets.filter((preset) =>
    `${preset.label} ${preset.id} ${preset.notes.join(' ')} ${describeSigning(preset.settings.signing)}`
      .toLowerCase()
      .includes(searched),
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
          No preset matches. Choose a similar one: everything can be changed in the settings later.
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
                    <span className="text-sm">{describeNeeds(preset)}</span>
                  </span>
                  <span className="block text-sm text-muted">{describeSigning(preset.settings.signing)}</span>
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

const over = {
  url: 'the exact URL',
  query: 'the query',
  sorted_query: 'the sorted query',
  body: 'the body',
  template: 'selected fields',
} as const;

/** How a network authenticates its calls, in one line. */
function describeSigning(signing: Signing): string {
  if (signing.kind === 'path_secret') return 'Not signed: a secret in the address';
  if (signing.kind === 'ecdsa') return `ECDSA by public keys, in the parameter ${signing.name}`;
  const place = `in the ${signing.in === 'header' ? 'header' : 'parameter'} ${signing.name}`;
  if (signing.kind === 'token') return `Not signed: a fixed token ${place}`;
  const algorithm = signing.algorithm.toUpperCase().replace('SHA', 'SHA-');
  if (signing.kind === 'hash') return `${algorithm} of selected fields ${place}`;
  return `HMAC-${algorithm} over ${over[signing.over]} ${place}`;
}
