import { createHash } from 'node:crypto';

/**
 * A Bloom filter (B. Bloom, 1970): says of a text that it is in a set, and is wrong about one in `1 / error` that is
 * not. Thirty lines of its own: the libraries on npm bring lodash and random numbers for what is one hash and an array
 * of bits.
 */
export interface BloomFilter {
  has(text: string): boolean;
}

export interface BloomSize {
  bits: number;
  /** Bits that each text sets. */
  hashes: number;
}

/** The size for so many texts and so rare an error: m = -n ln p / (ln 2)², k = (m / n) ln 2. */
export function bloomSize(texts: number, error: number): BloomSize {
  const bits = Math.ceil((-texts * Math.log(error)) / Math.LN2 ** 2 / 8) * 8;
  return { bits, hashes: Math.round((bits / texts) * Math.LN2) };
}

/**
 * The bits of a text: enhanced double hashing of two words of its SHA-256
 * (https://www.khoury.northeastern.edu/~pete/pub/bloom-filters-verification.pdf, section 5.2).
 */
function* bitsOf(text: string, { bits, hashes }: BloomSize): Generator<number> {
  const digest = createHash('sha256').update(text, 'utf8').digest();
  let a = digest.readUInt32LE(0) % bits;
  let b = digest.readUInt32LE(4) % bits;
  for (let i = 0; i < hashes; i++) {
    yield a;
    a = (a + b) % bits;
    b = (b + i + 1) % bits;
  }
}

export function makeBloom(texts: Iterable<string>, size: BloomSize): Uint8Array {
  const filter = new Uint8Array(size.bits / 8);
  for (const text of texts)
    for (const bit of bitsOf(text, size)) filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
  return filter;
}

export const openBloom = (filter: Uint8Array, size: BloomSize): BloomFilter => ({
  has(text) {
    for (const bit of bitsOf(text, size)) if (((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
    return true;
  },
});
