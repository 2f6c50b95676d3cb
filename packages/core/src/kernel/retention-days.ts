import { type RetainedData, retention } from '@inaam/contracts/account/retention';

/** Data with a published retention in days. */
export type ExpiringData = {
  [K in RetainedData]: (typeof retention)[K] extends { days: number } ? K : never;
}[RetainedData];

const timed = Object.entries(retention).flatMap(([thing, kept]) => ('days' in kept ? [[thing, kept.days]] : []));

/**
 * Retention of data by age, in days. Published periods come from `packages/contracts/src/account/retention.ts`; the
 * others are internal.
 */
export const retentionDays = {
  ...(Object.fromEntries(timed) as Record<ExpiringData, number>),
  /** Browsers of admins, from the last sign-in. */
  adminBrowsers: 400,
  /** Passkey challenges of admins, from their expiry. */
  adminChallenges: 0,
  /** Passkey challenges of users, from their expiry. */
  challenges: 0,
  /** Events for services: once delivered or failed, and in any case. */
  settledEvents: 90,
  events: 180,
  /** Calls to the address of an unknown network. */
  unknownCalls: 14,
  /** Hourly counts of forged calls. */
  forgedCalls: 90,
  /** Conformance reports of a network, except the newest. */
  networkReports: 365,
};
