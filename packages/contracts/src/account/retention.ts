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
  /** At most these days: rows are dropped by whole months, except queued messages. See infra/docs/decisions/0029. */
  messages: { days: 'logs' },
  notifications: { days: 400 },
  links: { days: 7 },
  /** At most these days: rows are dropped by whole months. See infra/docs/decisions/0029. */
  security_events: { days: 'logs' },
  confirmations: {},
  postbacks: { days: 'logs' },
  repeats: { days: 1 },
} as const satisfies Record<string, { days?: number | 'logs' }>;

export type RetainedData = keyof typeof retention;

/**
 * India's Digital Personal Data Protection Rules, 2025, rule 8(3), in force from 13 May 2027: personal data, traffic
 * data and logs of a processing are kept for at least a year (https://www.dpdpa.in/dpdpa_rules_2025/Rule_8.htm).
 */
export const LEAST_LOG_DAYS = 365;
/** Some logs are dropped by whole months, so a row may be dropped up to a month early. */
export const DEFAULT_LOG_DAYS = LEAST_LOG_DAYS + 35;

/**
 * Returns the days of one kind of data; undefined if no number is fixed. @param logDays the setting LOG_RETENTION_DAYS
 */
export function getRetentionDays(data: RetainedData, logDays: number): number | undefined {
  const { days }: { days?: number | 'logs' } = retention[data];
  return days === 'logs' ? logDays : days;
}

/** The date of the table's last change, as its page shows it. */
export const RETENTION_DATED = '2026-11-26';
