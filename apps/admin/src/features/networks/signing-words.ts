import type { Signing } from '@inaam/contracts/networks/signing';

const over = {
  url: 'the exact URL',
  query: 'the query',
  sorted_query: 'the sorted query',
  body: 'the body',
} as const;

/** How a network shows that a call is its own, in a line. */
export function signingWords(signing: Signing): string {
  if (signing.kind === 'path_secret') return 'Not signed: a secret in the address';
  const place = `in the ${signing.in === 'header' ? 'header' : 'parameter'} ${signing.name}`;
  if (signing.kind === 'token') return `Not signed: a fixed token ${place}`;
  const algorithm = signing.algorithm.toUpperCase().replace('SHA', 'SHA-');
  if (signing.kind === 'hash') return `${algorithm} of chosen fields ${place}`;
  return `HMAC-${algorithm} over ${over[signing.over]} ${place}`;
}
