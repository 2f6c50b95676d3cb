import { z } from 'zod';
import { emailField, fieldMeta, fields, flag, integer, string, time } from '../common/fields.ts';
import { choice, dateRanges, pageInput, pagination, sortOrder } from '../common/lists.ts';
import { comparedText, id, requiredText, text } from '../common/text.ts';

/** Fraud Detection: who registered from where, and the admins' actions. */

const filters = {
  ip_filter: choice(['all', 'multiple', 'blocked']).meta(
    fieldMeta('`multiple`: IP addresses with more than one registration; `blocked`: blocked ones; `all`: all of these'),
  ),
  device_filter: choice(['all', 'multiple', 'blocked']).meta(
    fieldMeta('`multiple`: devices with more than one registration; `blocked`: blocked ones; `all`: all of these'),
  ),
  user_filter: choice(['all', 'suspicious', 'questionable', 'normal']).meta(fieldMeta('Users of this classification')),
  /** Filters by registration date; for IP addresses and devices, by the latest registration. */
  date_filter: choice(dateRanges).meta(fieldMeta('Day of the registration, by the calendar of India')),
};

export const fraudListInput = z.object({
  ...pageInput(25),
  ...filters,
  /** For users, `registration_count` is the larger of `ip_count` and `device_count`. */
  sortBy: z.enum(['created_at', 'registration_count']).default('created_at').meta(fields.sortBy),
  sortOrder: sortOrder.default('desc'),
});
export type FraudListInput = z.output<typeof fraudListInput>;

export const fraudUser = z.object({
  user_id: integer(fields.user_id),
  first_name: string(fields.first_name),
  last_name: string(fields.last_name),
  email: emailField(fields.email),
  registration_ip: string(fieldMeta('IP address of the registration', '203.0.113.9')).nullable(),
  /** Accounts registered from this user's IP address, including this account; 0 without an IP address. */
  ip_count: integer(fieldMeta('Accounts registered from the user’s IP address', 2)),
  device_fingerprint: string(fields.device_fingerprint).nullable(),
  device_count: integer(fieldMeta('Accounts registered on the user’s device', 1)),
  created_at: time(fields.created_at),
  is_suspicious: flag(fields.is_suspicious),
});
export type FraudUser = z.infer<typeof fraudUser>;

export const fraudIp = z.object({
  ip_address: string(fieldMeta('IP address', '203.0.113.9')),
  registration_count: integer(fields.registration_count),
  /** null for a blocked IP address from which no user has registered. */
  first_registration: time(fields.first_registration).nullable(),
  last_registration: time(fields.last_registration).nullable(),
  is_blocked: flag(fields.is_blocked),
});
export type FraudIp = z.infer<typeof fraudIp>;

export const fraudDevice = z.object({
  device_fingerprint: string(fields.device_fingerprint),
  registration_count: integer(fields.registration_count),
  first_registration: time(fields.first_registration).nullable(),
  last_registration: time(fields.last_registration).nullable(),
  is_blocked: flag(fields.is_blocked),
});
export type FraudDevice = z.infer<typeof fraudDevice>;

/** The three lists share `page` and `limit`; `total` and `totalPages` count only the users. */
export const fraudData = z.object({
  recentRegistrations: z.array(fraudUser),
  suspiciousIPs: z.array(fraudIp),
  suspiciousDevices: z.array(fraudDevice),
  stats: z.object({
    total_users: integer(fields.total_users),
    suspicious_users: integer(fieldMeta('Flagged users', 4)),
    suspicious_ips: integer(fieldMeta('IP addresses with two or more registrations, or blocked', 6)),
    suspicious_devices: integer(fieldMeta('Devices with two or more registrations, or blocked', 5)),
  }),
  pagination: pagination.extend({
    user_total: integer(fieldMeta('Users on all pages', 104)),
    ip_total: integer(fieldMeta('IP addresses on all pages', 6)),
    device_total: integer(fieldMeta('Devices on all pages', 5)),
    user_total_pages: integer(fieldMeta('Pages of users', 3)),
    ip_total_pages: integer(fieldMeta('Pages of IP addresses', 1)),
    device_total_pages: integer(fieldMeta('Pages of devices', 1)),
    /** The flag `capped` is for the users; the other two lists have their own flags. */
    ip_capped: z
      .literal(true)
      .optional()
      .meta(fieldMeta('More IP addresses match than were counted; only if the request asked for a capped total')),
    device_capped: z
      .literal(true)
      .optional()
      .meta(fieldMeta('More devices match than were counted; only if the request asked for a capped total')),
  }),
});
export type FraudData = z.infer<typeof fraudData>;

/**
 * Returns the displayed classification: `suspicious` for a flagged user, `questionable` for a user who shares an IP
 * address or device, else `normal`.
 */
export function classify(user: Pick<FraudUser, 'is_suspicious' | 'ip_count' | 'device_count'>) {
  if (user.is_suspicious) return 'suspicious';
  return user.ip_count > 1 || user.device_count > 1 ? 'questionable' : 'normal';
}

/** Maximum number of users that one call flags or unflags. */
export const MAX_FLAGGED = 1000;
const MISSING_MESSAGES = {
  bulk_flag_users: 'Please select users to flag',
  bulk_unflag_users: 'Please select users to unflag',
};

/** Ids as a list, or comma-joined as forms send them. */
const userIds = (action: keyof typeof MISSING_MESSAGES) =>
  z
    .preprocess(
      // Absent means an empty selection.
      (value = '') =>
        typeof value === 'string'
          ? value
              .split(',')
              .map((part) => part.trim())
              .filter(Boolean)
          : value,
      z.array(id, 'must be user ids, comma-joined').max(MAX_FLAGGED, `At most ${MAX_FLAGGED} users at once`),
    )
    .refine((ids) => ids.length > 0, MISSING_MESSAGES[action])
    .transform((ids) => [...new Set(ids)])
    .meta(fieldMeta('Ids of users, comma-joined', [42, 43]));

/** Default notes of actions. */
export const standardNotes = {
  flag_user: 'Flagged by admin',
  unflag_user: 'Unflagged by admin',
  bulk_flag_users: 'Bulk flagged by admin',
  bulk_unflag_users: 'Bulk unflagged by admin',
  block: 'Blocked by admin',
  unblock: 'Unblocked by admin',
  undo: 'Undone by admin',
} as const;

const notes = (action: keyof typeof standardNotes) =>
  text(500)
    .optional()
    .transform((value) => value || standardNotes[action])
    .meta(fieldMeta('Reason for the action, for the audit log', 'Flagged by admin'));
/** Need not be an IP address from which a user has registered. The command refuses a text that is not an IP address. */
const address = { ip_address: requiredText(64).meta(fieldMeta('IP address', '203.0.113.9')) };
const device = { device_fingerprint: requiredText(64).meta(fields.device_fingerprint) };
const action = <const Name extends string>(name: Name) => z.literal(name).meta(fieldMeta('The action'));
const yes = z.union([z.boolean(), z.enum(['true', '1']).transform(() => true)], 'must be true or false');

/** The documented actions with their default notes, in a JSON body or a form. */
export const fraudActionInput = z.discriminatedUnion('action', [
  z.object({ action: action('flag_user'), user_id: id.meta(fields.user_id), notes: notes('flag_user') }),
  z.object({ action: action('unflag_user'), user_id: id.meta(fields.user_id), notes: notes('unflag_user') }),
  z.object({
    action: action('bulk_flag_users'),
    user_ids: userIds('bulk_flag_users'),
    notes: notes('bulk_flag_users'),
  }),
  z.object({
    action: action('bulk_unflag_users'),
    user_ids: userIds('bulk_unflag_users'),
    notes: notes('bulk_unflag_users'),
  }),
  z.object({
    action: action('block_ip'),
    ...address,
    notes: notes('block'),
    confirm_own: yes.default(false).meta(fieldMeta('Blocks even the IP address that the caller calls from', true)),
  }),
  z.object({ action: action('unblock_ip'), ...address, notes: notes('unblock') }),
  z.object({ action: action('block_device'), ...device, notes: notes('block') }),
  z.object({ action: action('unblock_device'), ...device, notes: notes('unblock') }),
]);
export type FraudAction = z.output<typeof fraudActionInput>;

/** The result. Repeating an action changes nothing and returns the same message. */
export const fraudActionResult = z.object({
  message: string(fields.message),
  /** Users, IP addresses or devices that are now in the requested state, including those that already were. */
  done: integer(fieldMeta('Users, IP addresses or devices that are now in the requested state', 2)),
  /** Already in the requested state. */
  unchanged: integer(fieldMeta('Users, IP addresses or devices that were in the requested state before the call', 0)),
  /** Bulk actions report each refusal. */
  refused: z
    .array(
      z.object({
        user_id: integer(fields.user_id),
        reason: string(fieldMeta('Why the user was not changed', 'User not found')),
      }),
    )
    .meta(fieldMeta('Users that were left as they were, each with the reason', [])),
});
export type FraudActionResult = z.infer<typeof fraudActionResult>;

/** The result with the id that Undo needs; the id is null if nothing changed, and for the result of an Undo. */
export const fraudStep = fraudActionResult.extend({
  undo: z.uuid().nullable(),
  /** IP addresses or devices that Undo skips, because they changed after the action. */
  left: z.array(z.string()).optional(),
});
export type FraudStep = z.infer<typeof fraudStep>;

export const fraudUndoInput = z.object({ step: z.uuid('must be the id of a step') });

/** Flags or unflags every user that matches the tab's filters, beyond the current page. */
export const fraudMatchingInput = z.object({
  action: z.enum(['bulk_flag_users', 'bulk_unflag_users']),
  search: comparedText(200).optional(),
  user_filter: filters.user_filter,
  date_filter: filters.date_filter,
  /** The number of users that the confirmation showed. If the number differs now, no user changes. */
  expected: z.number().int().min(1).max(MAX_FLAGGED, `At most ${MAX_FLAGGED} users at once`),
  notes: text(500).optional(),
});
export type FraudMatchingInput = z.output<typeof fraudMatchingInput>;

/** Maximum number of IP addresses or devices that one call blocks or unblocks: one page of the list. */
export const MAX_SOURCES = 100;
export const fraudSourcesInput = z.object({
  action: z.enum(['block', 'unblock']),
  kind: z.enum(['ip', 'device']),
  /** IP addresses, or fingerprints. */
  keys: z
    .array(requiredText(64))
    .min(1, 'Please select at least one')
    .max(MAX_SOURCES, `At most ${MAX_SOURCES} at once`),
  notes: text(500).optional(),
  /** The second confirmation for blocking the admin's own IP address. */
  confirm_own: z.boolean().default(false),
});
export type FraudSourcesInput = z.output<typeof fraudSourcesInput>;

/** The user, IP address or device of an action. The confirmation shows the effect of the action on this subject. */
export const fraudSubjectInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), key: id }),
  z.object({ kind: z.literal('ip'), key: requiredText(64) }),
  z.object({ kind: z.literal('device'), key: requiredText(64) }),
]);
export type FraudSubject = z.output<typeof fraudSubjectInput>;

export const fraudImpact = z.object({
  /** Accounts registered from the IP address or device; 1 for a user. */
  registered: z.number(),
  /** Accounts active in the last seven days. */
  active_last_week: z.number(),
  /** Live sessions that would end or be refused. */
  sessions: z.number(),
  /** Won vouchers that these accounts have not used. */
  unused_vouchers: z.number(),
  /** Whether the IP address looks shared by a mobile carrier. */
  looks_shared: z.boolean(),
  /** Whether this is the admin's own IP address. */
  is_own: z.boolean(),
});
export type FraudImpact = z.infer<typeof fraudImpact>;
