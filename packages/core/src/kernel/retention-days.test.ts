import { expect, test } from 'vitest';
import { getDaysByData, internalRetentionDays } from './retention-days.ts';

test('keeps internal data for the expected number of days', () => {
  const {
    adminBrowsers,
    adminChallenges,
    challenges,
    settledEvents,
    events,
    unknownCalls,
    forgedCalls,
    networkReports,
  } = internalRetentionDays;
  expect({ adminBrowsers, adminChallenges, challenges }).toEqual({
    adminBrowsers: 400,
    adminChallenges: 0,
    challenges: 0,
  });
  expect({ settledEvents, events, unknownCalls, forgedCalls, networkReports }).toEqual({
    settledEvents: 90,
    events: 180,
    unknownCalls: 14,
    forgedCalls: 90,
    networkReports: 365,
  });
});

test('keeps logs for the days of the setting', () => {
  const { clicks, sessions, messages, security_events: events, postbacks, links } = getDaysByData(400);
  expect([clicks, sessions, messages, events, postbacks, links]).toEqual([400, 400, 400, 400, 400, 7]);
});
