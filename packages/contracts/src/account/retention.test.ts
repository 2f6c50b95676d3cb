import { expect, test } from 'vitest';
import { DEFAULT_LOG_DAYS, getRetentionDays, RETENTION_DATED, retention } from './retention.ts';

/** Users read this table under that date: update both together. */
test('keeps the retention table in step with the date on its page', () => {
  const days = Object.entries(retention).map(([thing, kept]) => [thing, 'days' in kept ? kept.days : null]);
  expect([RETENTION_DATED, Object.fromEntries(days)]).toEqual([
    '2026-11-26',
    {
      account: null,
      rewards: null,
      clicks: 'logs',
      sessions: 'logs',
      devices: 400,
      messages: 'logs',
      notifications: 400,
      links: 7,
      security_events: 'logs',
      confirmations: null,
      postbacks: 'logs',
      repeats: 1,
    },
  ]);
});

test('keeps logs for LOG_RETENTION_DAYS, whose default leaves a year of logs after a whole month is dropped', () => {
  expect(getRetentionDays('postbacks', 500)).toBe(500);
  expect(getRetentionDays('links', 500)).toBe(7);
  expect(getRetentionDays('account', 500)).toBeUndefined();
  expect(DEFAULT_LOG_DAYS - 31).toBeGreaterThanOrEqual(365);
});
