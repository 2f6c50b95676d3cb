import { expect, test } from 'vitest';
import { DEFAULT_LOG_DAYS, getRetentionDays, RETENTION_CHANGED_ON, retention } from './retention.ts';

/** The privacy page shows the retention table with the date of its last change. Change both together. */
test('has the reviewed retention days, and the date of their last change', () => {
  const days = Object.entries(retention).map(([thing, kept]) => [thing, 'days' in kept ? kept.days : null]);
  expect([RETENTION_CHANGED_ON, Object.fromEntries(days)]).toEqual([
    '2026-11-26',
    {
      account: null,
      rewards: null,
      clicks: 'logs',
      sessions: 'logs',
      devices: 400,
      messages: 'logs',
      notifications: 400,
      mailed_links: 7,
      security_events: 'logs',
      postbacks_with_effect: null,
      postbacks_without_effect: 'logs',
      stored_answers: 1,
    },
  ]);
});

test('keeps logs for LOG_RETENTION_DAYS; with the default, a year of logs remains after a month is dropped', () => {
  expect(getRetentionDays('postbacks_without_effect', 500)).toBe(500);
  expect(getRetentionDays('mailed_links', 500)).toBe(7);
  expect(getRetentionDays('account', 500)).toBeUndefined();
  expect(DEFAULT_LOG_DAYS - 31).toBeGreaterThanOrEqual(365);
});
