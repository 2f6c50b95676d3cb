import { toHex } from '@inaam/contracts/spins/draw';
import { sha256 } from '../../kernel/digest.ts';

/**
 * Where the client's share of a draw is from. `committed`: a text whose hash the click brought, before the seed was
 * drawn. `lost`: the text is not there any more, and its hash is mixed in. `open`: a text that no hash was given for.
 */
export type ClientShare = 'open' | 'committed' | 'lost';

/**
 * The text that is mixed into a draw, contract section 7, 'The client's share'.
 * @param clientSeed what the client sends with the spin
 * @param hash SHA-256 that came with the click; null without one
 */
export function getClientShare(clientSeed: string, hash: Uint8Array | null): { text: string; share: ClientShare } {
  if (hash === null) return { text: clientSeed, share: 'open' };
  const expected = toHex(hash);
  const isIt = sha256(clientSeed) === expected;
  return isIt ? { text: clientSeed, share: 'committed' } : { text: expected, share: 'lost' };
}
