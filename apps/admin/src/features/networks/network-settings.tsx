import type { NetworkView } from '@inaam/contracts/networks/networks';
import { SecretRow } from './secrets/rotate-secret.tsx';
import { SettingsTab } from './settings/settings-tab.tsx';

/** The settings of a network, and its secret among them. */
export const NetworkSettings = ({ network }: { network: NetworkView }) => (
  <SettingsTab network={network} secret={<SecretRow network={network} />} />
);
