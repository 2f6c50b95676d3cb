import { useState } from 'react';

/**
 * The secret in the link of a mail, read once and taken out of the address, so that it stays in no history and reaches
 * nobody over a shoulder or by a shared address. Empty where there is none.
 */
export function useLinkSecret(): string {
  const [secret] = useState(() => {
    const { hash, search, pathname } = window.location;
    const found = hash.slice(1) || new URLSearchParams(search).get('token') || '';
    if (found) window.history.replaceState(window.history.state, '', pathname);
    return found;
  });
  return secret;
}
