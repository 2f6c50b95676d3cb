import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * The secret of a mailed link, removed from the address to keep it out of history and sight. Empty without one. Opening
 * another link on the same page changes only the part after `#`.
 */
export function useLinkSecret(): string {
  const { hash } = useLocation();
  const [secret, setSecret] = useState(secretInAddress);
  // `hash` signals a possible new secret, which is then read from the address.
  useEffect(() => {
    const secretFound = secretInAddress();
    if (!secretFound) return;
    setSecret(secretFound);
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [hash]);
  return secret;
}

const secretInAddress = (): string =>
  window.location.hash.slice(1) || new URLSearchParams(window.location.search).get('token') || '';
