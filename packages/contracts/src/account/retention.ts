/**
 * How long personal data is kept, in days. Housekeeping and the privacy page read this one table; packages/words has
 * the texts. `logs` means the setting LOG_RETENTION_DAYS. Data without `days` is kept as long as the account exists, or
 * as long as accounting needs the data.
 */
export const retention = {
  account: {},
  rewards: {},
  clicks: { days: 'logs' },
  sessions: { days: 'logs' },
  devices: { days: 400 },
  /** At most this long, since whole months are dropped; queued messages stay. See infra/docs/decisions/0029. */
  messages: { days: 'logs' },
  notifications: { days: 400 },
  mailed_links: { days: 7 },
  /** At most this long, since whole months are dropped. See infra/docs/decisions/0029. */
  security_events: { days: 'logs' },
  postbacks_with_effect: {},
  postbacks_without_effect: { days: 'logs' },
  /** Answers to requests with an idempotency key. */
  stored_answers: { days: 1 },
} as const satisfies Record<string, { days?: number | 'logs' }>;

export type RetainedData = keyof typeof retention;

/**
 * India's Digital Personal Data Protection Rules, 2025, rule 8(3), in force from 13 May 2027: personal data, traffic
 * data and logs of processing are kept for at least a year (https://www.dpdpa.in/dpdpa_rules_2025/Rule_8.htm).
 */
export const LEAST_LOG_DAYS = 365;
/** Some logs are dropped by whole months, so a row may be dropped up to a month early. */
export const DEFAULT_LOG_DAYS = LEAST_LOG_DAYS + 35;

/**
 * Returns how many days one kind of data is kept; undefined if the number is not fixed.
 * @param logDays the setting LOG_RETENTION_DAYS
 */
export function getRetentionDays(data: RetainedData, logDays: number): number | undefined {
  const { days }: { days?: number | 'logs' } = retention[data];
  return days === 'logs' ? logDays : days;
}

/** The date of this table's last change, as the privacy page shows it. */
export const RETENTION_CHANGED_ON = '2026-11-26';
