import type { AuditList, AuditListInput } from '@inaam/contracts/admins';
import { paginate } from '@inaam/contracts/lists';
import { auditLog } from '@inaam/db/schema/audit';
import { and, count, desc, eq, ilike, like, or, type SQL } from 'drizzle-orm';
import { writtenAddress } from '../kernel/address.ts';
import { since } from '../kernel/date-range.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { containing, startingWith } from '../kernel/search.ts';
import { auditEntryView } from './entry-view.ts';

function filtersOf({ actor, action, subject, ip, dateRange, search }: AuditListInput): SQL | undefined {
  const filters: (SQL | undefined)[] = [since(auditLog.at, dateRange)];
  if (actor) filters.push(ilike(auditLog.actorName, containing(actor)));
  // A noun stands for all of its verbs.
  if (action)
    filters.push(or(eq(auditLog.action, action), like(auditLog.action, `${action.replace(/[\\%_]/g, '\\$&')}.%`)));
  if (subject) filters.push(eq(auditLog.subject, subject));
  if (ip) {
    const address = writtenAddress(ip);
    filters.push(address === null ? like(auditLog.ip, startingWith(ip.toLowerCase())) : eq(auditLog.ip, address));
  }
  if (search) {
    const pattern = containing(search);
    filters.push(
      or(ilike(auditLog.actorName, pattern), ilike(auditLog.action, pattern), ilike(auditLog.note, pattern)),
    );
  }
  return and(...filters);
}

/** Who did what, newest first, with the actions that there are to filter by. */
export async function listAudit(kernel: Kernel, input: AuditListInput): Promise<AuditList> {
  const { page, limit } = input;
  const where = filtersOf(input);
  return kernel.read(async (db) => {
    const rows = await db
      .select()
      .from(auditLog)
      .where(where)
      .orderBy(desc(auditLog.at), desc(auditLog.id))
      .limit(limit)
      .offset((page - 1) * limit);
    const [total] = await db.select({ entries: count() }).from(auditLog).where(where);
    const actions = await db.selectDistinct({ action: auditLog.action }).from(auditLog).orderBy(auditLog.action);
    return {
      entries: rows.map(auditEntryView),
      actions: actions.map(({ action }) => action),
      pagination: paginate(page, limit, total?.entries ?? 0),
    };
  });
}
