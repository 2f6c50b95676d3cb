import type { AuditEntry } from '@inaam/contracts/audit/audit-log';
import type { Db } from '@inaam/db/client';
import { auditLog } from '@inaam/db/schema/audit';
import { auditEntries } from '@inaam/db/views/audit';
import { and, desc, inArray, like, or } from 'drizzle-orm';
import { auditEntryView } from './audit-entry-view.ts';

const SHOWN = 200;

/**
 * What was done to things, newest first, at most 200 entries. Ids of different nouns may be the same number, so each
 * noun is asked for its own.
 * @param subjects the noun of the actions → ids. None of a noun whose subjects name people: those lie in the details
 */
export async function getSubjectAuditTrail(db: Db, subjects: Record<string, readonly number[]>): Promise<AuditEntry[]> {
  const asked = Object.entries(subjects).filter(([, ids]) => ids.length > 0);
  if (asked.length === 0) return [];
  // By the log's own column and its index: that of the view is put together of two, and would be so for every entry.
  const about = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      or(
        ...asked.map(([noun, ids]) =>
          and(inArray(auditLog.subject, ids.map(String)), like(auditLog.action, `${noun}.%`)),
        ),
      ),
    );
  const rows = await db
    .select()
    .from(auditEntries)
    .where(inArray(auditEntries.id, about))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(SHOWN);
  return rows.map(auditEntryView);
}
