import type { AuditEntry } from '@inaam/contracts/admins';
import type { auditLog } from '@inaam/db/schema/audit';

/** An entry of the audit log as admins read it. */
export const auditEntryView = (row: typeof auditLog.$inferSelect): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor_kind: row.actorKind,
  actor_name: row.actorName,
  ip: row.ip,
  action: row.action,
  subject: row.subject,
  before: row.before,
  after: row.after,
  note: row.note,
});
