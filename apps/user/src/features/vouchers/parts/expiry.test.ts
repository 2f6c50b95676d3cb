import { expect, test } from 'vitest';
import { getExpiry } from './expiry.ts';

/** 20 Nov 2026, 23:30 in Indian time, which is 18:00 UTC. */
const now = new Date('2026-11-20T18:00:00Z');

test.each([
  ['2027-03-31', 'Valid until 31 Mar 2027', false],
  ['2026-12-05', 'Valid until 5 Dec 2026', false],
  ['2026-12-04', 'Valid until 4 Dec 2026\u00a0· 14 days left', true],
  ['2026-11-21', 'Valid until 21 Nov 2026\u00a0· 1 day left', true],
  ['2026-11-20', 'Valid until 20 Nov 2026\u00a0· Last day today', true],
  ['2026-11-19', 'Expired on 19 Nov 2026', false],
])('describes the last valid day %s as “%s”', (date, text, near) => {
  expect(getExpiry(date, now)).toMatchObject({ text, near });
});

test('counts one day less from midnight in Indian time', () => {
  expect(getExpiry('2026-11-20', new Date('2026-11-20T18:29:59Z')).daysLeft).toBe(0);
  expect(getExpiry('2026-11-20', new Date('2026-11-20T18:30:00Z')).daysLeft).toBe(-1);
});
