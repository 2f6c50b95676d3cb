import { z } from 'zod';
import { choice, dateRanges, pageInput, pagination } from '../common/lists.ts';
import { comparedText } from '../common/text.ts';

/** Security events: the stored kinds, and the words that people read. */
export const securityEventKinds = {
  sign_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  locked_out: 'Locked out after too many attempts',
  second_factor: 'Passed the second factor',
  second_factor_failed: 'Second factor failed',
  step_up: 'Confirmed who they are',
  step_up_failed: 'Confirmation failed',
  new_device: 'New device',
  forbidden: 'Tried something that is not allowed',
  foreign_origin: 'Request from another website',
  key_used_from_new_address: 'Service key used from a new IP address',
  key_revoked: 'Service key revoked',
  alert: 'Action of one person that a second person should check',
  blocked: 'Call from a blocked IP address or device',
} as const;
export type SecurityEventKind = keyof typeof securityEventKinds;

/** Returns the words for a kind. Returns an unknown kind, which another version wrote, unchanged. */
export const getSecurityEventLabel = (kind: string): string =>
  (securityEventKinds as Record<string, string | undefined>)[kind] ?? kind;

const kinds = Object.keys(securityEventKinds) as [SecurityEventKind, ...SecurityEventKind[]];

export const securityEventListInput = z.object({
  /** `search`: the beginning of a name, or a complete request id. */
  ...pageInput(50),
  kind: choice(['all', ...kinds]),
  realm: choice(['all', 'user', 'admin']),
  /** A name, or its beginning. */
  actor: comparedText(254).optional(),
  /** A client's IP address, or its beginning. */
  ip: comparedText(64).optional(),
  dateRange: choice(dateRanges),
});
export type SecurityEventListInput = z.output<typeof securityEventListInput>;

export const securityEventRow = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.string(),
  realm: z.enum(['user', 'admin']),
  request_id: z.string().nullable(),
  actor_kind: z.string().nullable(),
  actor_id: z.number().nullable(),
  /** Null for an unknown or deleted person. */
  actor_name: z.string().nullable(),
  ip: z.string().nullable(),
  /** The browser's `User-Agent`. */
  device: z.string().nullable(),
  /** A code that says how or why the event happened. */
  detail: z.string().nullable(),
  /** How often the event happened within a minute. */
  count: z.number(),
});
export type SecurityEventRow = z.infer<typeof securityEventRow>;
export const securityEventList = z.object({ events: z.array(securityEventRow), pagination });
export type SecurityEventList = z.infer<typeof securityEventList>;
