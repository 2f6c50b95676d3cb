import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * Returns the secret of a mailed link, or an empty text. Removes the secret from the URL, so that neither the history
 * nor the address bar shows it. If another link opens on the same page, only the part after `#` changes.
 */
export function useLinkSecret(): string {
  const { hash } = useLocation();
  const [secret, setSecret] = useState(secretInAddress);
  // `hash` signals a possible new secret, which is then read from the URL.
  useEffect(() => {
    const secretFound = secretInAddress();
    if (!secretFound) return;
    setSecret(secretFound);
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [hash]);
  return secret;
}

/**
 * Reads only characters that a secret can contain. Programs that turn plain text into links include a full stop or
 * bracket after the link, and other programs append parameters. The last character of a secret is always a letter or
 * digit (core, tokens.ts), and none of these programs cuts off a letter or digit.
 */
const secretInAddress = (): string =>
  /^[\w-]*/.exec(
    window.location.hash.slice(1) || new URLSearchParams(window.location.search).get('token') || '',
  )?.[0] ?? '';
