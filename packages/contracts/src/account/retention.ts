/**
 * What is kept of people for how long, in days: what housekeeping does and what the privacy page says, from one table,
 * with the words of packages/words. A row without `days` is kept while the account exists, or the books need it.
 */
export const retention = {
  account: {},
  rewards: {},
  clicks: { days: 180 },
  sessions: { days: 180 },
  devices: { days: 400 },
  /** At most, but for one that waits: they go by whole months, see infra/docs/decisions/0029. */
  messages: { days: 90 },
  notifications: { days: 400 },
  links: { days: 7 },
  /** At most: they go by whole months, see infra/docs/decisions/0029. */
  doors: { days: 365 },
  confirmations: {},
  postbacks: { days: 90 },
  repeats: { days: 1 },
} as const satisfies Record<string, { days?: number }>;

export type RetainedData = keyof typeof retention;

/** The day that the table was changed last, as its page says. */
export const RETENTION_DATED = '2026-11-22';
