/**
 * What is kept of people for how long: what housekeeping does and what the privacy page says, from one table. A row
 * without `days` is kept while the account exists.
 */
export interface Retention {
  /** As a person reads it. */
  what: string;
  /** From when on, as it stands behind 'days after'; for a row without days: until when. */
  after: string;
  days?: number;
}

export const retention = {
  account: { what: 'Your name, e-mail address and how you signed up', after: 'your account is deleted' },
  rewards: { what: 'Completions, spins and vouchers', after: 'the books need them, without your name once you left' },
  clicks: { what: 'Network address, device and browser of the offers you started', after: 'the start', days: 180 },
  sessions: { what: 'Where you are signed in', after: 'you signed in, or 30 days after the last use', days: 180 },
  devices: { what: 'Devices and browsers that you signed in with', after: 'the last use', days: 400 },
  messages: { what: 'Mails and push messages that we sent you', after: 'they were sent', days: 90 },
  notifications: { what: 'The last 50 messages under the bell', after: 'they came', days: 400 },
  links: { what: 'Links and codes that we mailed you', after: 'they ran out', days: 7 },
  postbacks: { what: 'Calls of partners that we refused', after: 'they came', days: 90 },
  repeats: { what: 'Answers that we keep for a call that is sent twice', after: 'the call', days: 1 },
} as const satisfies Record<string, Retention>;

export type RetainedThing = keyof typeof retention;

/** The day that the table was changed last, as its page says. */
export const RETENTION_DATED = '2026-11-22';
