import type { AuditEntry } from '@inaam/contracts/audit/audit-log';
import type { Db } from '@inaam/db/client';
import { auditLog } from '@inaam/db/schema/audit';
import { auditEntries } from '@inaam/db/views/audit';
import { and, desc, inArray, like, or } from 'drizzle-orm';
import { auditEntryView } from './audit-entry-view.ts';

const MAX_ENTRIES = 200;

/**
 * Lists audit entries of subjects, newest first, at most 200. IDs of different nouns may be equal, so each noun is
 * matched with its own IDs.
 * @param subjects noun of the actions → IDs; not for nouns whose subjects name people, which are stored in the details
 */
export async function getSubjectAuditTrail(db: Db, subjects: Record<string, readonly number[]>): Promise<AuditEntry[]> {
  const requested = Object.entries(subjects).filter(([, ids]) => ids.length > 0);
  if (requested.length === 0) return [];
  // Uses the log's own indexed column; the view combines two columns and would be computed for every entry.
  const about = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      or(
        ...requested.map(([noun, ids]) =>
          and(inArray(auditLog.subject, ids.map(String)), like(auditLog.action, `${noun}.%`)),
        ),
      ),
    );
  const rows = await db
    .select()
    .from(auditEntries)
    .where(inArray(auditEntries.id, about))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(MAX_ENTRIES);
  return rows.map(auditEntryView);
}
