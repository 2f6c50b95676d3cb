import { expect, test } from 'vitest';
import { formatGap } from './timeline.tsx';

const from = '2026-07-19T10:00:00.000Z';
const after = (ms: number) => new Date(Date.parse(from) + ms).toISOString();

test.each([
  [0, 'at the same moment'],
  [999, 'at the same moment'],
  [1000, '1 second later'],
  [59_999, '59 seconds later'],
  [60_000, '1 minute later'],
  [12 * 60_000 + 30_000, '12 minutes later'],
  [3_600_000, '1 hour later'],
  [47 * 3_600_000, '1 day later'],
  [48 * 3_600_000, '2 days later'],
  [-90_000, '1 minute earlier'],
])('formats %d ms as %s', (ms, words) => {
  expect(formatGap(from, after(ms))).toBe(words);
});
