import { expect, test } from 'vitest';
import { RETENTION_DATED, retention } from './retention.ts';

/** What people were told on that day: who changes the table changes the day of its page, too. */
test('what is kept for how long is as it was on the day that the page names', () => {
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
