import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Signing } from '@inaam/contracts/network-signing';

/**
 * Is the call signed as its network signs? Works on the query exactly as it was received: a query that was parsed and
 * written again need not have the same bytes.
 * @param rawQuery what follows the `?`
 */
export function isSignedBy(signing: Signing, secret: string, rawQuery: string): boolean {
  if (signing.kind !== 'hmac' || signing.over !== 'query') return false;
  const marker = `&${signing.name}=`;
  const at = rawQuery.lastIndexOf(marker);
  if (at < 0 || secret === '') return false;
  const given = rawQuery.slice(at + marker.length);
  // The signature is the last parameter: what stood behind it would not be signed.
  if (!/^[0-9a-f]{64}$/i.test(given)) return false;
  const expected = createHmac('sha256', secret).update(rawQuery.slice(0, at)).digest();
  return timingSafeEqual(Buffer.from(given, 'hex'), expected);
}
