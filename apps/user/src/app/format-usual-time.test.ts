import { expect, test } from 'vitest';
import { formatUsualTime } from './format-usual-time.ts';

test.each([
  [30, 'Within 1 minute for 9 in 10 people'],
  [61, 'Within 2 minutes for 9 in 10 people'],
  [3600, 'Within 60 minutes for 9 in 10 people'],
  [3601, 'Within 2 hours for 9 in 10 people'],
  [0, 'Within 1 minute for 9 in 10 people'],
  [60, 'Within 1 minute for 9 in 10 people'],
  [2 * 86_400, 'Within 48 hours for 9 in 10 people'],
  [2 * 86_400 + 1, 'Within 3 days for 9 in 10 people'],
  [null, 'Not known yet: too few people have completed this offer'],
])('formats %s seconds', (seconds, words) => {
  expect(formatUsualTime(seconds)).toBe(words);
});
