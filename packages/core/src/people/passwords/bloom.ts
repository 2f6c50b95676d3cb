import { createHash } from 'node:crypto';

/**
 * A Bloom filter (B. Bloom, 1970): false positives are possible, false negatives are not. A filter is only a hash and a
 * bit array, but the npm libraries depend on lodash and on random numbers. So none of them is used.
 */
export interface BloomFilter {
  has(text: string): boolean;
}

export interface BloomSize {
  bits: number;
  /** Bits set for each text. */
  hashes: number;
}

/** Returns the optimal size: m = -n ln p / (ln 2)², k = (m / n) ln 2. @param error the false positive rate, 0 to 1 */
export function bloomSize(texts: number, error: number): BloomSize {
  const bits = Math.ceil((-texts * Math.log(error)) / Math.LN2 ** 2 / 8) * 8;
  return { bits, hashes: Math.round((bits / texts) * Math.LN2) };
}

/**
 * Yields the positions of a text's bits by enhanced double hashing of its SHA-256
 * (https://www.khoury.northeastern.edu/~pete/pub/bloom-filters-verification.pdf, section 5.2).
 */
function* computeBits(text: string, { bits, hashes }: BloomSize): Generator<number> {
  const digest = createHash('sha256').update(text, 'utf8').digest();
  let a = digest.readUInt32LE(0) % bits;
  let b = digest.readUInt32LE(4) % bits;
  for (let i = 0; i < hashes; i++) {
    yield a;
    a = (a + b) % bits;
    b = (b + i + 1) % bits;
  }
}

export function buildBloomFilter(texts: Iterable<string>, size: BloomSize): Uint8Array {
  const filter = new Uint8Array(size.bits / 8);
  for (const text of texts)
    for (const bit of computeBits(text, size)) filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
  return filter;
}

export const openBloomFilter = (filter: Uint8Array, size: BloomSize): BloomFilter => ({
  has(text) {
    for (const bit of computeBits(text, size)) if (((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
    return true;
  },
});
