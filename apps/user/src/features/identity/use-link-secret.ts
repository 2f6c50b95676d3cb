import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * Returns the secret of a mailed link, or an empty text, and removes the secret from the address, so that neither the
 * history nor the screen shows it. Another link that opens on the same page changes only the part after `#`.
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

/**
 * Reads only characters that a secret can contain: programs that turn plain text into links include a full stop or
 * bracket after the link, and other programs append parameters. A secret ends in a letter or digit (core, tokens.ts),
 * which such programs never cut off.
 */
const secretInAddress = (): string =>
  /^[\w-]*/.exec(
    window.location.hash.slice(1) || new URLSearchParams(window.location.search).get('token') || '',
  )?.[0] ?? '';
