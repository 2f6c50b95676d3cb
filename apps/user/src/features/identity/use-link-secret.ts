import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * The secret in the link of a mail, taken out of the address, so that it stays in no history and reaches nobody over a
 * shoulder. Empty where there is none. A link that is opened while its page is there changes what is behind `#` alone.
 */
export function useLinkSecret(): string {
  const { hash } = useLocation();
  const [secret, setSecret] = useState(secretInAddress);
  // `hash` says that there may be a new one; what it is stands in the address.
  useEffect(() => {
    const found = secretInAddress();
    if (!found) return;
    setSecret(found);
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [hash]);
  return secret;
}

const secretInAddress = (): string =>
  window.location.hash.slice(1) || new URLSearchParams(window.location.search).get('token') || '';
