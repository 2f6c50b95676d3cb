import { expect, test } from 'vitest';
import { bloomSize, buildBloomFilter, openBloomFilter } from './bloom.ts';
import list from './breached.json' with { type: 'json' };
import { isBreached } from './breached.ts';

/** Generates words with mulberry32, so that each run has the same words. */
function wordsFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return () => `${next()} and ${next()}`;
}

/** Entries of the published list with 8 characters or more: the first, the last and some others. */
test.each(['password', '12345678', '1q2w3e4r5t', 'QwertyUiop'])('reports %s as breached', (password) => {
  expect(isBreached(password)).toBe(true);
});

test('a filter has no false negatives, and the configured rate of false positives', () => {
  const word = wordsFrom(7);
  const size = bloomSize(2000, 0.01);
  const given = Array.from({ length: 2000 }, word);
  const filter = openBloomFilter(buildBloomFilter(given, size), size);
  expect(given.filter((each) => !filter.has(each))).toEqual([]);
  // 200 of 20,000 are expected; the bounds are six standard deviations of 14.
  const wrong = Array.from({ length: 20_000 }, word).filter((each) => filter.has(each)).length;
  expect(wrong).toBeGreaterThan(115);
  expect(wrong).toBeLessThan(285);
});

test('reports none of 50,000 random texts as breached', () => {
  const wrong = Array.from({ length: 50_000 }, wordsFrom(8)).filter(isBreached);
  expect(wrong).toEqual([]);
  // The size of the filter matches the number of passwords and the error rate.
  expect(Buffer.from(list.filter, 'base64')).toHaveLength(list.bits / 8);
  expect({ bits: list.bits, hashes: list.hashes }).toEqual(bloomSize(list.passwords, list.error));
});
