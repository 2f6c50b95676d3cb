import { expect, test } from 'vitest';
import { RETENTION_DATED, retention } from './retention.ts';

/** Users read this table under that date: update both together. */
test('keeps the retention table in step with the date on its page', () => {
  const days = Object.entries(retention).map(([thing, kept]) => [thing, 'days' in kept ? kept.days : null]);
  expect([RETENTION_DATED, Object.fromEntries(days)]).toEqual([
    '2026-11-22',
    {
      account: null,
      rewards: null,
      clicks: 180,
      sessions: 180,
      devices: 400,
      messages: 90,
      notifications: 400,
      links: 7,
      doors: 365,
      confirmations: null,
      postbacks: 90,
      repeats: 1,
    },
  ]);
});
