import { expect, test } from 'vitest';
import { formatUsualTime } from './format-usual-time.ts';

test.each([
  [30, 'Within 1 minute'],
  [61, 'Within 2 minutes'],
  [3600, 'Within 60 minutes'],
  [3601, 'Within 2 hours'],
  [0, 'Within 1 minute'],
  [60, 'Within 1 minute'],
  [2 * 86_400, 'Within 48 hours'],
  [2 * 86_400 + 1, 'Within 3 days'],
  [null, 'New: not enough people have done it yet'],
])('formats %s seconds', (seconds, words) => {
  expect(formatUsualTime(seconds)).toBe(words);
});
