import { z } from 'zod';
import { pageInput, pagination } from '../common/lists.ts';
import { id, text } from '../common/text.ts';
import { newPassword } from '../identity/sign-in.ts';

/** Admin Settings: admins, one's own sessions and password, the audit log. */

export const adminListing = z.object({
  admins: z.array(
    z.object({
      admin_id: z.number(),
      username: z.string(),
      email: z.string(),
      created_at: z.string(),
      last_sign_in_at: z.string().nullable(),
      is_active: z.boolean(),
      is_self: z.boolean(),
    }),
  ),
});
export type AdminListing = z.infer<typeof adminListing>;

export const adminIdInput = z.object({ admin_id: id });

export const changePasswordInput = z.object({
  currentPassword: z.string().min(1, 'is required').max(256, 'must be at most 256 characters'),
  newPassword,
});
export type ChangePasswordInput = z.output<typeof changePasswordInput>;

export const ownSessions = z.object({
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      created_at: z.string(),
      expires_at: z.string(),
      ip: z.string().nullable(),
      user_agent: z.string().nullable(),
      is_current: z.boolean(),
    }),
  ),
});
export type OwnSessions = z.infer<typeof ownSessions>;

export const auditListInput = z.object({
  ...pageInput(50),
  /** Who: part of a name. What: an action such as `offers.update`, or a noun such as `offers`. */
  actor: text(120).optional(),
  action: text(60).optional(),
  /** All of it: an id, an address, a fingerprint. */
  subject: text(300).optional(),
  /** From where it was done: an address, or the beginning of one. */
  ip: text(64).optional(),
  dateRange: z.enum(['all', 'today', 'week', 'month']).default('all'),
});
export type AuditListInput = z.output<typeof auditListInput>;

export const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  actor_kind: z.string(),
  actor_name: z.string(),
  ip: z.string().nullable(),
  action: z.string(),
  subject: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  note: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;
export const auditList = z.object({ entries: z.array(auditEntry), actions: z.array(z.string()), pagination });
export type AuditList = z.infer<typeof auditList>;

export const exportedLists = [
  'offers',
  'users',
  'vouchers',
  'conversions',
  'offer-clicks',
  'fraud',
  'cases',
  'audit',
] as const;
export type ExportedListName = (typeof exportedLists)[number];

/** Said before a list leaves as a file. */
export const exportInput = z.object({
  list: z.enum(exportedLists),
  filters: z.record(z.string().max(40), z.string().max(400)),
});
