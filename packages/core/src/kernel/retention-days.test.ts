import { expect, test } from 'vitest';
import { getDaysByData, internalRetentionDays } from './retention-days.ts';

test('keeps internal data for the expected number of days', () => {
  const {
    adminBrowsers,
    adminChallenges,
    challenges,
    settledEvents,
    events,
    unknownPostbacks,
    forgedPostbacks,
    networkReports,
  } = internalRetentionDays;
  expect({ adminBrowsers, adminChallenges, challenges }).toEqual({
    adminBrowsers: 400,
    adminChallenges: 0,
    challenges: 0,
  });
  expect({ settledEvents, events, unknownPostbacks, forgedPostbacks, networkReports }).toEqual({
    settledEvents: 90,
    events: 180,
    unknownPostbacks: 14,
    forgedPostbacks: 90,
    networkReports: 365,
  });
});

test('keeps logs for the days of the setting, but mailed links for seven days', () => {
  const {
    clicks,
    sessions,
    messages,
    security_events: events,
    postbacks_without_effect: postbacks,
    mailed_links: links,
  } = getDaysByData(400);
  expect([clicks, sessions, messages, events, postbacks, links]).toEqual([400, 400, 400, 400, 400, 7]);
});
