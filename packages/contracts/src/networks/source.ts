import type { Source } from './networks.ts';

/** Where facts about networks come from, each with the day on which it was read. */

/** A page of the vendor's own. */
export const vendorPage = (title: string, url: string, says: string, read = '2026-11-22'): Source => ({
  title,
  url,
  read,
  trust: 'vendor',
  says,
});

/** Code that others run against the network. @param title repository and path */
export const thirdPartyCode = (title: string, says: string, read = '2026-11-22'): Source => ({
  title,
  url: null,
  read,
  trust: 'code',
  says,
});

/** A page of somebody else. */
export const thirdPartyPage = (title: string, url: string | null, says: string, read = '2026-11-22'): Source => ({
  title,
  url,
  read,
  trust: 'third_party_page',
  says,
});
