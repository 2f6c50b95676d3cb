import { expect, test } from 'vitest';
import { randomBytesFromPool } from './random.ts';

test('random bytes are as many as were asked for, and never the same again', () => {
  const sizes = [16, 12, 32, 7];
  // Several times what is drawn at once, so that draws meet its end in every way.
  const all = Array.from({ length: 4000 }, (_, n) => randomBytesFromPool(sizes[n % sizes.length] ?? 0));
  expect(all.map(({ length }) => length)).toEqual(all.map((_, n) => sizes[n % sizes.length]));
  const texts = all.filter(({ length }) => length > 7).map((bytes) => bytes.subarray(0, 12).toString('hex'));
  expect(new Set(texts).size).toBe(texts.length);
  // Every value of a byte comes about as often: 67,000 of them, 262 of each, within six standard deviations.
  const counts = Array.from({ length: 256 }, () => 0);
  for (const byte of Buffer.concat(all)) counts[byte] = (counts[byte] ?? 0) + 1;
  const mean = all.reduce((sum, { length }) => sum + length, 0) / 256;
  for (const count of counts) expect(Math.abs(count - mean)).toBeLessThan(6 * Math.sqrt(mean));
});

test('what was given is a copy: whoever changes it changes nobody else’s', () => {
  const [first, second] = [randomBytesFromPool(16), randomBytesFromPool(16)];
  const before = second.toString('hex');
  first.fill(255);
  expect(second.toString('hex')).toBe(before);
  expect(first.buffer === second.buffer && first.byteOffset === second.byteOffset).toBe(false);
});

test('many at once are drawn for themselves', () => {
  const bytes = randomBytesFromPool(10_000);
  expect(bytes).toHaveLength(10_000);
  expect(bytes.subarray(0, 32).equals(randomBytesFromPool(32))).toBe(false);
});
