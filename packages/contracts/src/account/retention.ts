/**
 * How long personal data is kept, in days. Housekeeping and the privacy page read this one table; packages/words has
 * the texts. A row without `days` lasts as long as the account, or as long as the accounting needs it.
 */
export const retention = {
  account: {},
  rewards: {},
  clicks: { days: 180 },
  sessions: { days: 180 },
  devices: { days: 400 },
  /** At most: rows are dropped by whole months, except queued messages. See infra/docs/decisions/0029. */
  messages: { days: 90 },
  notifications: { days: 400 },
  links: { days: 7 },
  /** At most: rows are dropped by whole months. See infra/docs/decisions/0029. */
  doors: { days: 365 },
  confirmations: {},
  postbacks: { days: 90 },
  repeats: { days: 1 },
} as const satisfies Record<string, { days?: number }>;

export type RetainedData = keyof typeof retention;

/** The date of the table's last change, as its page shows it. */
export const RETENTION_DATED = '2026-11-22';
