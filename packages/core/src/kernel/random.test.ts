import { expect, test } from 'vitest';
import { randomBytesFromPool } from './random.ts';

test('returns the requested number of bytes, and never the same bytes twice', () => {
  const sizes = [16, 12, 32, 7];
  // Several times the pool size, so that requests of each size reach the end of the pool.
  const all = Array.from({ length: 4000 }, (_, n) => randomBytesFromPool(sizes[n % sizes.length] ?? 0));
  expect(all.map(({ length }) => length)).toEqual(all.map((_, n) => sizes[n % sizes.length]));
  const texts = all.filter(({ length }) => length > 7).map((bytes) => bytes.subarray(0, 12).toString('hex'));
  expect(new Set(texts).size).toBe(texts.length);
  // In 67,000 bytes, each of the 256 values occurs about 262 times, within six standard deviations.
  const counts = Array.from({ length: 256 }, () => 0);
  for (const byte of Buffer.concat(all)) counts[byte] = (counts[byte] ?? 0) + 1;
  const mean = all.reduce((sum, { length }) => sum + length, 0) / 256;
  for (const count of counts) expect(Math.abs(count - mean)).toBeLessThan(6 * Math.sqrt(mean));
});

test('returns copies that can be changed independently', () => {
  const [first, second] = [randomBytesFromPool(16), randomBytesFromPool(16)];
  const before = second.toString('hex');
  first.fill(255);
  expect(second.toString('hex')).toBe(before);
  expect(first.buffer === second.buffer && first.byteOffset === second.byteOffset).toBe(false);
});

test('serves requests that are larger than the pool', () => {
  const bytes = randomBytesFromPool(10_000);
  expect(bytes).toHaveLength(10_000);
  expect(bytes.subarray(0, 32).equals(randomBytesFromPool(32))).toBe(false);
});
