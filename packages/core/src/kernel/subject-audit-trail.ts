import type { AuditEntry } from '@inaam/contracts/audit/audit-log';
import type { Db } from '@inaam/db/client';
import { auditLog } from '@inaam/db/schema/audit';
import { auditEntries } from '@inaam/db/views/audit';
import { and, desc, inArray, like, or } from 'drizzle-orm';
import { auditEntryView } from './audit-entry-view.ts';

const MAX_ENTRIES = 200;

/**
 * Lists at most 200 audit entries about the given subjects, newest first. An offer and a voucher may have the same ID,
 * so each ID is matched together with the noun of the entry's action, such as `offers` in `offers.update`.
 * @param subjects IDs by noun. Not for nouns whose subjects are people, because the table `audit_details` stores those
 *   subjects.
 */
export async function getSubjectAuditTrail(db: Db, subjects: Record<string, readonly number[]>): Promise<AuditEntry[]> {
  const requested = Object.entries(subjects).filter(([, ids]) => ids.length > 0);
  if (requested.length === 0) return [];
  // Filters by the table's indexed column. The view's column combines two columns, so it would be computed for every
  // entry.
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
