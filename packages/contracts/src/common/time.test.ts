import { expect, test } from 'vitest';
import { formatDate, formatDuration, formatIstInstant, istDay, relativeTime } from './time.ts';

test('formats instants in Indian time for CSV exports', () => {
  expect(formatIstInstant('2025-07-19T20:05:00.000Z')).toBe('2025-07-20T01:35:00.000+05:30');
});

test('starts a day of Indian time at 18:30 UTC of the previous day', () => {
  expect(istDay(new Date('2026-03-09T18:29:59Z'))).toBe('2026-03-09');
  expect(istDay(new Date('2026-03-09T18:30:00Z'))).toBe('2026-03-10');
});

test('formats relative times as the specification requires', () => {
  const now = new Date('2026-03-09T12:00:00Z');
  const ago = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now);
  expect(ago(0)).toBe('Just now');
  expect(ago(59)).toBe('Just now');
  expect(ago(60)).toBe('1m ago');
  expect(ago(3599)).toBe('59m ago');
  expect(ago(3600)).toBe('1h ago');
  expect(ago(24 * 3600 - 1)).toBe('23h ago');
  expect(ago(24 * 3600)).toBe(formatDate('2026-03-08T12:00:00Z'));
});

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [5400, '1 hour 30 minutes'],
  [86_400, '1 day'],
  [3 * 86_400 + 61, '3 days 1 minute 1 second'],
])('formats %s seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
