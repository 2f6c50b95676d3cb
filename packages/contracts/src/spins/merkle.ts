import { fromHex, type HashSteps, runWithWebCrypto, toHex } from './draw.ts';

/**
 * The Merkle tree over a day's commitments, hashed as in RFC 6962, section 2.1 (and RFC 9162): the hash of a leaf is
 * SHA-256(0x00 ‖ leaf), that of a node SHA-256(0x01 ‖ left ‖ right). A node without a neighbour moves up unchanged.
 */

/** The position of one commitment in its day's tree. Hashes are hex. */
export interface MerklePath {
  /** The position of the leaf, from 0, in order of completion ids. */
  index: number;
  /** The number of leaves of the tree. */
  count: number;
  /** Hashes of the neighbour nodes, from the leaf to the root. */
  path: readonly string[];
}

const concat = (prefix: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([prefix, ...parts.flatMap((part) => [...part])]);

function* leafSteps(leaf: Uint8Array): HashSteps<Uint8Array> {
  return yield { data: concat(0, leaf) };
}
function* nodeSteps(left: Uint8Array, right: Uint8Array): HashSteps<Uint8Array> {
  return yield { data: concat(1, left, right) };
}

/** Computes a tree's levels from the hashed leaves to the root. The root of an empty tree is SHA-256 of no bytes. */
export function* treeSteps(leaves: readonly Uint8Array[]): HashSteps<Uint8Array[][]> {
  if (leaves.length === 0) return [[yield { data: new Uint8Array() }]];
  let level: Uint8Array[] = [];
  for (const leaf of leaves) level.push(yield* leafSteps(leaf));
  const levels = [level];
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]];
      if (left) above.push(right ? yield* nodeSteps(left, right) : left);
    }
    levels.push(above);
    level = above;
  }
  return levels;
}

/** @throws RangeError if the tree has no such index */
export function getMerklePath(levels: readonly Uint8Array[][], index: number): MerklePath {
  const count = levels[0]?.length ?? 0;
  if (!Number.isInteger(index) || index < 0 || index >= count) throw new RangeError('no such leaf');
  const path = levels.slice(0, -1).flatMap((level, height) => {
    // The other node of the pair.
    const neighbour = level[(index >> height) ^ 1];
    return neighbour ? [toHex(neighbour)] : [];
  });
  return { index, count, path };
}

/**
 * Computes the root from a commitment and its path: RFC 9162, section 2.1.3.2.
 * @returns hex; undefined if no tree of that size has such a path
 */
export function* rootSteps(commitment: string, { index, count, path }: MerklePath): HashSteps<string | undefined> {
  if (!Number.isInteger(index) || index < 0 || index >= count) return undefined;
  let [at, last] = [index, count - 1];
  let hash = yield* leafSteps(fromHex(commitment));
  for (const each of path) {
    if (last === 0) return undefined;
    const neighbour = fromHex(each);
    if (at % 2 === 1 || at === last) {
      hash = yield* nodeSteps(neighbour, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1];
    } else hash = yield* nodeSteps(hash, neighbour);
    [at, last] = [at >> 1, last >> 1];
  }
  return last === 0 ? toHex(hash) : undefined;
}

/** Runs {@link rootSteps} with Web Crypto. */
export const computePathRoot = (commitment: string, path: MerklePath): Promise<string | undefined> =>
  runWithWebCrypto(rootSteps(commitment, path));
