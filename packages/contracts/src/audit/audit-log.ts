import { z } from 'zod';
import { choice, dateRanges, pageInput, pagination } from '../common/lists.ts';
import { comparedText, text } from '../common/text.ts';

/** The audit log: who did what, when and from where. Times are ISO 8601. */

export const auditListInput = z.object({
  ...pageInput(50),
  /** `actor`: part of a name. `action`: an action such as `offers.update`, or a noun such as `offers`. */
  actor: comparedText(120).optional(),
  action: text(60).optional(),
  /** The complete id, IP address or fingerprint. */
  subject: comparedText(300).optional(),
  /** A client's IP address or its prefix. */
  ip: comparedText(64).optional(),
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
/**
 * Adds the subject in words, such as an offer's title or a person's name; null if the subject needs no name or no
 * longer exists.
 */
export const auditListEntry = auditEntry.extend({ subject_name: z.string().nullable() });
export type AuditListEntry = z.infer<typeof auditListEntry>;
export const auditList = z.object({ entries: z.array(auditListEntry), actions: z.array(z.string()), pagination });
export type AuditList = z.infer<typeof auditList>;
