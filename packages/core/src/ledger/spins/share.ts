import { toHex } from '@inaam/contracts/spins/draw';
import { sha256 } from '../../kernel/digest.ts';

/**
 * Origin of the client's share of a draw:
 * - `committed`: its hash came with the click, before the seed existed
 * - `lost`: the text is missing or wrong, so its hash is used instead
 * - `open`: no hash came with the click
 */
export type ClientShare = 'open' | 'committed' | 'lost';

/**
 * Returns the client's share of a draw (contract, section 7, 'The client's share').
 * @param clientSeed sent with the spin
 * @param hash SHA-256 sent with the click; null without one
 */
export function getClientShare(clientSeed: string, hash: Uint8Array | null): { text: string; share: ClientShare } {
  if (hash === null) return { text: clientSeed, share: 'open' };
  const expected = toHex(hash);
  const matches = sha256(clientSeed) === expected;
  return matches ? { text: clientSeed, share: 'committed' } : { text: expected, share: 'lost' };
}
