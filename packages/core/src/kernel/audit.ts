import type { AuditAction } from '@inaam/contracts/audit/actions';
import type { Tx } from '@inaam/db/client';
import { auditLog } from '@inaam/db/schema/audit';
import type { Actor } from './actor.ts';

export interface AuditEntry {
  action: AuditAction;
  subject: string;
  before?: unknown;
  after?: unknown;
  note?: string;
}

/** Writes an audit entry in the same transaction as the change. Never pass a secret or a voucher code. */
export async function writeAuditEntry(tx: Tx, actor: Actor, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    ip: actor.ip,
    action: entry.action,
    subject: entry.subject,
    before: entry.before ?? null,
    after: entry.after ?? null,
    note: entry.note ?? null,
  });
}
