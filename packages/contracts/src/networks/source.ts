import type { Source } from './networks.ts';

/** Sources of facts about networks, with the day on which each was read. */

/** A page of the vendor. */
export const vendorPage = (title: string, url: string, says: string, read = '2026-11-22'): Source => ({
  title,
  url,
  read,
  trust: 'vendor',
  says,
});

/** Third-party code that runs against the network. @param title repository and path */
export const thirdPartyCode = (title: string, says: string, read = '2026-11-22'): Source => ({
  title,
  url: null,
  read,
  trust: 'code',
  says,
});

export const thirdPartyPage = (title: string, url: string | null, says: string, read = '2026-11-22'): Source => ({
  title,
  url,
  read,
  trust: 'third_party_page',
  says,
});
