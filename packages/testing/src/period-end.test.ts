import { expect, test } from 'vitest';
import { getWaitMs } from './period-end.ts';

test.each([
  ['day', '2026-02-28T23:59:44+05:30', 0],
  ['day', '2026-02-28T23:59:46+05:30', 19_000],
  ['day', '2026-03-01T00:00:00+05:30', 0],
  ['day', '2026-03-01T05:29:59+05:30', 0],
  ['hour', '2026-03-01T10:59:46+05:30', 19_000],
  ['hour', '2026-03-01T10:30:00+05:30', 0],
] as const)('waits for the next %s in Indian time only if fewer than 15 s are left: %s', (period, at, ms) => {
  expect(getWaitMs(period, Date.parse(at), 15_000)).toBe(ms);
});
