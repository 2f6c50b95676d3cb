import { getRetentionDays, type RetainedData, retention } from '@inaam/contracts/account/retention';

/** Data with a published retention in days. */
export type ExpiringData = {
  [K in RetainedData]: (typeof retention)[K] extends { days: number | 'logs' } ? K : never;
}[RetainedData];

/** Retention in days of internal data, which the published list does not mention. */
export const internalRetentionDays = {
  /** Browsers of admins, from the last sign-in. */
  adminBrowsers: 400,
  /** Passkey challenges of admins, from their expiry. */
  adminChallenges: 0,
  /** Passkey challenges of users, from their expiry. */
  challenges: 0,
  /** Webhook events whose delivery succeeded or finally failed. */
  settledEvents: 90,
  /** Webhook events in any state. */
  events: 180,
  /** Postbacks to the URL of an unknown network. */
  unknownPostbacks: 14,
  /** Hourly counts of forged postbacks. */
  forgedPostbacks: 90,
  /** Conformance reports of a network, except the newest. */
  networkReports: 365,
};

export type DaysByData = Record<ExpiringData | keyof typeof internalRetentionDays, number>;

/**
 * Returns the retention in days of all data that is deleted by age. Published periods come from
 * `packages/contracts/src/account/retention.ts`.
 * @param logDays the setting LOG_RETENTION_DAYS
 */
export function getDaysByData(logDays: number): DaysByData {
  const published = (Object.keys(retention) as RetainedData[]).flatMap((data) => {
    const days = getRetentionDays(data, logDays);
    return days === undefined ? [] : [[data, days]];
  });
  return { ...(Object.fromEntries(published) as Record<ExpiringData, number>), ...internalRetentionDays };
}
