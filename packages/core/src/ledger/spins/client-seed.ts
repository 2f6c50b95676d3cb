import { toHex } from '@inaam/contracts/spins/draw';
import { sha256 } from '../../kernel/digest.ts';

/**
 * How the client's seed entered a draw:
 * - `committed`: the hash of the seed came with the click, before the server's seed existed
 * - `lost`: the seed that came with the spin does not match the hash of the click, so that hash is used instead
 * - `open`: no hash came with the click
 */
export type ClientSeedStatus = 'open' | 'committed' | 'lost';

/**
 * Returns the text that is mixed into a draw, and its status. The API calls the status `share`.
 * @param clientSeed the text that was sent with the spin
 * @param hash the SHA-256 that was sent with the click; null if none was sent
 */
export function resolveClientSeed(
  clientSeed: string,
  hash: Uint8Array | null,
): { text: string; status: ClientSeedStatus } {
  if (hash === null) return { text: clientSeed, status: 'open' };
  const expected = toHex(hash);
  const matches = sha256(clientSeed) === expected;
  return matches ? { text: clientSeed, status: 'committed' } : { text: expected, status: 'lost' };
}
