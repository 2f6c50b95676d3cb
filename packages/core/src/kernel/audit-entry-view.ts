import type { AuditEntry } from '@inaam/contracts/audit/audit-log';
import type { auditEntries } from '@inaam/db/views/audit';

export const auditEntryView = (row: typeof auditEntries.$inferSelect): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor_kind: row.actorKind,
  actor_name: row.actorName,
  ip: row.ip,
  action: row.action,
  subject: row.subject,
  before: row.before,
  after: omitCallId(row.after),
  note: row.note,
});

/**
 * Removes the call ID. By this ID, other code finds repeats of a call and the entries that an Undo reverses. It means
 * nothing to a reader.
 */
function omitCallId(after: unknown): unknown {
  if (typeof after !== 'object' || after === null || !('call' in after)) return after;
  const { call: _, ...rest } = after;
  return rest;
}
