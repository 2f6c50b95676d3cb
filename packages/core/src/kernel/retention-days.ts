import { type RetainedData, retention } from '@inaam/contracts/account/retention';

/** What is told to people, and has an end. */
export type ExpiringData = {
  [K in RetainedData]: (typeof retention)[K] extends { days: number } ? K : never;
}[RetainedData];

const timed = Object.entries(retention).flatMap(([thing, kept]) => ('days' in kept ? [[thing, kept.days]] : []));

/**
 * How many days each thing is kept that goes by its age: the one table of it. What is told to people comes from
 * `packages/contracts/src/account/retention.ts`; the rest is the house's own.
 */
export const retentionDays = {
  ...(Object.fromEntries(timed) as Record<ExpiringData, number>),
  /** Browsers that an admin signed in with, after the last time. */
  adminBrowsers: 400,
  /** Challenges of passkeys of admins, after they expired. */
  adminChallenges: 0,
  /** The same of users. */
  challenges: 0,
  /** Events for services: after they arrived or failed, and in any case. */
  settledEvents: 90,
  events: 180,
  /** Calls to addresses at which there is no network. */
  unknownCalls: 14,
  /** Counts of forged calls, by the hour. */
  forgedCalls: 90,
  /** Reports of tests of a network, but for the newest. */
  networkReports: 365,
};
