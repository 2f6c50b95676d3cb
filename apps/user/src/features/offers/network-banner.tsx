import { Banner } from '@inaam/ui/banner';
import { useState } from 'react';

const KEY = 'networkBannerDismissed';

const dismissedFor = (): string | null => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

/** Says whose offers these are. Once dismissed it stays away on this device, until the network is another one. */
export function NetworkBanner({ networkName }: { networkName: string }) {
  const [dismissed, setDismissed] = useState(dismissedFor);
  if (dismissed === networkName) return null;
  const dismiss = () => {
    setDismissed(networkName);
    try {
      localStorage.setItem(KEY, networkName);
    } catch {
      // Storage is refused: it is dismissed until the page is loaded again.
    }
  };
  return (
    <Banner tone="info" onDismiss={dismiss}>
      Offers come from our partner, <strong className="font-semibold">{networkName}</strong>.
    </Banner>
  );
}
