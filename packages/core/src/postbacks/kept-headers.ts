import type { Signing } from '@inaam/contracts/networks/signing';

/**
 * The headers of a call that are stored: what a network may sign with, and what tells who called. Those of our own proxy
 * say nothing of the network.
 */
const KEPT = /^(x-.*|.*signature.*|.*token.*|.*hash.*|authorization|date|digest|user-agent|content-encoding)$/;
const OURS = /^x-(forwarded-.*|real-ip|request-id|amzn-.*|envoy-.*)$/;
const MOST = 20;
const LONGEST = 1000;

/** @param own the header that the network shows its signature in: first among those that are kept */
export function keptHeaders(
  headers: Record<string, string | string[] | undefined>,
  own: string | undefined,
): Record<string, string> {
  const wanted = own?.toLowerCase();
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const lower = name.toLowerCase();
    if (value === undefined || (lower !== wanted && (!KEPT.test(lower) || OURS.test(lower)))) return [];
    // A header that is there twice is joined: neither value alone passes as what was sent.
    const text = (Array.isArray(value) ? value.join(', ') : value).replaceAll('\u0000', '');
    return [[lower, text.slice(0, LONGEST)]];
  });
  const first = kept.toSorted(([a], [b]) => Number(b === wanted) - Number(a === wanted));
  return Object.fromEntries(first.slice(0, MOST));
}

/** Where a network shows its signature or token, if it does so in a header. */
export const ownHeader = (signing: Signing): string | undefined =>
  signing.kind !== 'path_secret' && signing.in === 'header' ? signing.name : undefined;
