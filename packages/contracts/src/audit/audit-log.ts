import { z } from 'zod';
import { choice, dateRanges, pageInput, pagination } from '../common/lists.ts';
import { text } from '../common/text.ts';

/** The audit log: who did what, when and from where. Times ISO 8601. */

export const auditListInput = z.object({
  ...pageInput(50),
  /** Who: part of a name. What: an action such as `offers.update`, or a noun such as `offers`. */
  actor: text(120).optional(),
  action: text(60).optional(),
  /** All of it: an id, an address, a fingerprint. */
  subject: text(300).optional(),
  /** From where it was done: an address, or the beginning of one. */
  ip: text(64).optional(),
  dateRange: choice(dateRanges),
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
/** With what it was done to, in words: an offer's title, a person; null where the subject says it or is gone. */
export const auditListEntry = auditEntry.extend({ about: z.string().nullable() });
export const auditList = z.object({ entries: z.array(auditListEntry), actions: z.array(z.string()), pagination });
export type AuditList = z.infer<typeof auditList>;
