import { z } from 'zod';
import { choice, dateRanges, pageInput, pagination, sortOrder } from '../common/lists.ts';
import { id, requiredText, text } from '../common/text.ts';

/** Fraud Detection: who registered from where, and what admins do about it. */

const filters = {
  ip_filter: choice(['all', 'multiple', 'blocked']),
  device_filter: choice(['all', 'multiple', 'blocked']),
  user_filter: choice(['all', 'suspicious', 'questionable', 'normal']),
  /** Of the registration; of addresses and devices the last one. */
  date_filter: choice(dateRanges),
};

export const fraudListInput = z.object({
  ...pageInput(25),
  ...filters,
  /** Of users `registration_count` is the larger of their two counts. */
  sortBy: z.enum(['created_at', 'registration_count']).default('created_at'),
  sortOrder: sortOrder.default('desc'),
});
export type FraudListInput = z.output<typeof fraudListInput>;

export const fraudUser = z.object({
  user_id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  registration_ip: z.string().nullable(),
  /** Accounts registered from that address, this one included; 0 without an address. */
  ip_count: z.number(),
  device_fingerprint: z.string().nullable(),
  device_count: z.number(),
  created_at: z.string(),
  is_suspicious: z.boolean(),
});
export type FraudUser = z.infer<typeof fraudUser>;

export const fraudIp = z.object({
  ip_address: z.string(),
  registration_count: z.number(),
  /** null for an address that was blocked before anybody registered from it. */
  first_registration: z.string().nullable(),
  last_registration: z.string().nullable(),
  is_blocked: z.boolean(),
});
export type FraudIp = z.infer<typeof fraudIp>;

export const fraudDevice = z.object({
  device_fingerprint: z.string(),
  registration_count: z.number(),
  first_registration: z.string().nullable(),
  last_registration: z.string().nullable(),
  is_blocked: z.boolean(),
});
export type FraudDevice = z.infer<typeof fraudDevice>;

/** The three lists share `page` and `limit`; `total` and `totalPages` are those of the users. */
export const fraudData = z.object({
  recentRegistrations: z.array(fraudUser),
  suspiciousIPs: z.array(fraudIp),
  suspiciousDevices: z.array(fraudDevice),
  stats: z.object({
    total_users: z.number(),
    /** Flagged ones. */
    suspicious_users: z.number(),
    suspicious_ips: z.number(),
    suspicious_devices: z.number(),
  }),
  pagination: pagination.extend({
    user_total: z.number(),
    ip_total: z.number(),
    device_total: z.number(),
    user_total_pages: z.number(),
    ip_total_pages: z.number(),
    device_total_pages: z.number(),
    /** Like `capped`, which is of the users. */
    ip_capped: z.literal(true).optional(),
    device_capped: z.literal(true).optional(),
  }),
});
export type FraudData = z.infer<typeof fraudData>;

/** Displayed classification: flagged, or sharing an address or a device, or neither. */
export function classify(user: Pick<FraudUser, 'is_suspicious' | 'ip_count' | 'device_count'>) {
  if (user.is_suspicious) return 'suspicious';
  return user.ip_count > 1 || user.device_count > 1 ? 'questionable' : 'normal';
}

/** Users that one call flags or unflags at most. */
export const MAX_FLAGGED = 1000;
const PLEASE = { bulk_flag_users: 'Please select users to flag', bulk_unflag_users: 'Please select users to unflag' };

/** Ids as a list, or comma-joined as forms carry them. */
const userIds = (action: keyof typeof PLEASE) =>
  z
    .preprocess(
      // Absent is nobody, too.
      (value = '') =>
        typeof value === 'string'
          ? value
              .split(',')
              .map((part) => part.trim())
              .filter(Boolean)
          : value,
      z.array(id, 'must be user ids, comma-joined').max(MAX_FLAGGED, `At most ${MAX_FLAGGED} users at once`),
    )
    .refine((ids) => ids.length > 0, PLEASE[action])
    .transform((ids) => [...new Set(ids)]);

/** The notes of actions that an admin gives none with. */
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
    .transform((value) => value || standardNotes[action]);
/** An address that nobody uses to sign in need not be known yet; what is no address is refused. */
const address = { ip_address: requiredText(64) };
const device = { device_fingerprint: requiredText(64) };
const yes = z.union([z.boolean(), z.enum(['true', '1']).transform(() => true)], 'must be true');

/** The documented actions with their default notes, in a JSON body or a form. */
export const fraudActionInput = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('flag_user'), user_id: id, notes: notes('flag_user') }),
    z.object({ action: z.literal('unflag_user'), user_id: id, notes: notes('unflag_user') }),
    z.object({
      action: z.literal('bulk_flag_users'),
      user_ids: userIds('bulk_flag_users'),
      notes: notes('bulk_flag_users'),
    }),
    z.object({
      action: z.literal('bulk_unflag_users'),
      user_ids: userIds('bulk_unflag_users'),
      notes: notes('bulk_unflag_users'),
    }),
    z.object({
      action: z.literal('block_ip'),
      ...address,
      notes: notes('block'),
      /** The second confirmation that blocking one's own address takes. */
      confirm_own: yes.default(false),
    }),
    z.object({ action: z.literal('unblock_ip'), ...address, notes: notes('unblock') }),
    z.object({ action: z.literal('block_device'), ...device, notes: notes('block') }),
    z.object({ action: z.literal('unblock_device'), ...device, notes: notes('unblock') }),
  ],
  'is not one of the documented actions',
);
export type FraudAction = z.output<typeof fraudActionInput>;

/** What was done. Doing it again changes nothing and says the same. */
export const fraudActed = z.object({
  message: z.string(),
  /** Users, addresses or devices that are now as asked for, those included that were so before. */
  done: z.number(),
  /** What was so before. */
  unchanged: z.number(),
  /** Bulk: each by itself. */
  refused: z.array(z.object({ user_id: z.number(), reason: z.string() })),
});
export type FraudActed = z.infer<typeof fraudActed>;

/** The same, with what the Undo of it is asked by; null where nothing was changed, and for an Undo. */
export const fraudStep = fraudActed.extend({
  undo: z.uuid().nullable(),
  /** Addresses or devices that an Undo leaves alone, because somebody has set them since. */
  left: z.array(z.string()).optional(),
});
export type FraudStep = z.infer<typeof fraudStep>;

export const fraudUndoInput = z.object({ step: z.uuid('must be the id of a step') });

/** Flags or unflags everybody that the users tab's filters match, not only the page. */
export const fraudMatchingInput = z.object({
  action: z.enum(['bulk_flag_users', 'bulk_unflag_users']),
  search: text(200).optional(),
  user_filter: filters.user_filter,
  date_filter: filters.date_filter,
  /** The number that the confirmation named: when it is another by now, nothing is done. */
  expected: z.number().int().min(1).max(MAX_FLAGGED, `At most ${MAX_FLAGGED} users at once`),
  notes: text(500).optional(),
});
export type FraudMatchingInput = z.output<typeof fraudMatchingInput>;

/** Addresses or devices that one call blocks or unblocks at most: as many as a page of the list has. */
export const MAX_PLACES = 100;
export const fraudPlacesInput = z.object({
  action: z.enum(['block', 'unblock']),
  kind: z.enum(['ip', 'device']),
  /** Addresses, or fingerprints. */
  keys: z.array(requiredText(64)).min(1, 'Please select at least one').max(MAX_PLACES, `At most ${MAX_PLACES} at once`),
  notes: text(500).optional(),
  /** The second confirmation that blocking one's own address takes. */
  confirm_own: z.boolean().default(false),
});
export type FraudPlacesInput = z.output<typeof fraudPlacesInput>;

/** What an action would touch, for its confirmation. */
export const fraudSubjectInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), key: id }),
  z.object({ kind: z.literal('ip'), key: requiredText(64) }),
  z.object({ kind: z.literal('device'), key: requiredText(64) }),
]);
export type FraudSubject = z.output<typeof fraudSubjectInput>;

export const fraudConsequence = z.object({
  /** Accounts registered from it; 1 for a user. */
  registered: z.number(),
  /** Of those, active in the last seven days. */
  active_last_week: z.number(),
  /** Live sessions that end, or that are refused. */
  sessions: z.number(),
  /** Vouchers won and not used yet by them. */
  unused_vouchers: z.number(),
  /** Looks like an address that a mobile carrier shares. */
  looks_shared: z.boolean(),
  /** The address that the asking admin sits on. */
  is_own: z.boolean(),
});
export type FraudConsequence = z.infer<typeof fraudConsequence>;
