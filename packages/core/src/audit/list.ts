import type { AuditList, AuditListInput } from '@inaam/contracts/admins';
import { paginate } from '@inaam/contracts/lists';
import type { Db } from '@inaam/db/client';
import { auditLog } from '@inaam/db/schema/audit';
import { and, desc, eq, ilike, inArray, like, or, type SQL, sql } from 'drizzle-orm';
import { writtenAddress } from '../kernel/address.ts';
import { since } from '../kernel/date-range.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { containing, startingWith } from '../kernel/search.ts';
import { auditEntryView } from './entry-view.ts';

type Action = { action: string; sought: boolean };

/**
 * The actions that there are, and which of them hold the text: from each the index leads to the next, so that it costs as many steps as there are actions
 * and not as there are entries.
 */
async function actionsOf(db: Db, search: string | undefined): Promise<Action[]> {
  const pattern = search ? containing(search) : null;
  return db.execute<Action>(sql`
    with recursive actions as (
      (select action from ${auditLog} order by action limit 1)
      union all
      select (select l.action from ${auditLog} l where l.action > a.action order by l.action limit 1)
      from actions a where a.action is not null
    )
    select action, coalesce(action ilike ${pattern}, false) as sought from actions where action is not null`);
}

function filtersOf({ actor, action, subject, ip, dateRange, search }: AuditListInput, actions: readonly Action[]) {
  const filters: (SQL | undefined)[] = [since(auditLog.at, dateRange)];
  if (actor) filters.push(ilike(auditLog.actorName, containing(actor)));
  // A noun stands for all of its verbs.
  if (action) filters.push(oneOf(actions.filter((each) => `${each.action}.`.startsWith(`${action}.`))));
  if (subject) filters.push(eq(auditLog.subject, subject));
  if (ip) {
    const address = writtenAddress(ip);
    filters.push(address === null ? like(auditLog.ip, startingWith(ip.toLowerCase())) : eq(auditLog.ip, address));
  }
  if (search) {
    const pattern = containing(search);
    const sought = actions.filter((each) => each.sought);
    filters.push(or(ilike(auditLog.actorName, pattern), oneOf(sought), ilike(auditLog.note, pattern)));
  }
  return and(...filters);
}

const oneOf = (actions: readonly Action[]): SQL =>
  actions.length === 0
    ? sql`false`
    : inArray(
        auditLog.action,
        actions.map(({ action }) => action),
      );

/** Who did what, newest first, with the actions that there are to filter by. */
export async function listAudit(kernel: Kernel, input: AuditListInput): Promise<AuditList> {
  const { page, limit } = input;
  return kernel.read(async (db) => {
    const actions = await actionsOf(db, input.search);
    const where = filtersOf(input, actions);
    const rows = await db
      .select()
      .from(auditLog)
      .where(where)
      .orderBy(desc(auditLog.at), desc(auditLog.id))
      .limit(limit)
      .offset((page - 1) * limit);
    const total = await db.$count(auditLog, where);
    return {
      entries: rows.map(auditEntryView),
      actions: actions.map(({ action }) => action),
      pagination: paginate(page, limit, total),
    };
  });
}
