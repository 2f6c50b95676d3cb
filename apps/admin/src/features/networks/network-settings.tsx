import type { NetworkView } from '@inaam/contracts/networks/networks';
import { trpc } from '../../app/trpc.ts';
import { PresetNotes } from './preset-notes.tsx';
import { SecretRow } from './secrets/rotate-secret.tsx';
import { SettingsTab } from './settings/settings-tab.tsx';

/** A network's settings, including its secret. */
export function NetworkSettings({ network }: { network: NetworkView }) {
  const query = trpc.admin.networks.presets.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const preset = query.data?.presets.find(({ id }) => id === network.preset);
  return (
    <div className="grid grid-cols-1 gap-4">
      <SettingsTab network={network} secret={<SecretRow network={network} />} />
      {preset && <PresetNotes preset={preset} wide />}
    </div>
  );
}
