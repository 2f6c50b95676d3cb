import { actionLabel } from '@inaam/contracts/audit/actions';
import type { AuditList, AuditListInput } from '@inaam/contracts/audit/audit-log';
import { MAX_COUNTED, OVER_CAP, type OverCap, paginate, type Totals } from '@inaam/contracts/common/lists';
import type { Db } from '@inaam/db/client';
import { auditDetails, auditLog } from '@inaam/db/schema/audit';
import { auditEntries } from '@inaam/db/views/audit';
import { and, desc, eq, ilike, inArray, like, or, type SQL, sql } from 'drizzle-orm';
import { formatAddress } from '../../kernel/address.ts';
import { auditEntryView } from '../../kernel/audit-entry-view.ts';
import { isSince } from '../../kernel/date-range.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { containsPattern, startsWithPattern } from '../../kernel/search.ts';
import { countTableRows } from '../../kernel/totals.ts';
import { describeSubjects } from './subjects.ts';

/** Lists existing actions. A loose index scan costs one step per action, not per entry. */
async function listActions(db: Db): Promise<string[]> {
  const rows = await db.execute<{ action: string }>(sql`
    with recursive actions as (
      (select action from ${auditLog} order by action limit 1)
      union all
      select (select l.action from ${auditLog} l where l.action > a.action order by l.action limit 1)
      from actions a where a.action is not null
    )
    select action from actions where action is not null`);
  return rows.map(({ action }) => action);
}

/** Returns whether the action contains the text, as stored or as people read it. */
const matchesAction = (action: string, search: string): boolean =>
  [action, actionLabel(action)].some((text) => text.toLowerCase().includes(search.toLowerCase()));

/** Conditions on entries and on their details, which are stored separately. */
interface Filters {
  entries: SQL | undefined;
  details: SQL | undefined;
}

function buildFilters({ actor, action, subject, ip, dateRange, search }: AuditListInput, actions: readonly string[]) {
  const { actorName, ip: at, note } = auditDetails;
  const entries: (SQL | undefined)[] = [isSince(auditEntries.at, dateRange)];
  const details: (SQL | undefined)[] = [];
  if (actor) details.push(ilike(actorName, containsPattern(actor)));
  // A noun includes all of its verbs.
  if (action) entries.push(hasAction(actions.filter((each) => `${each}.`.startsWith(`${action}.`))));
  if (subject)
    entries.push(
      isAmong(selectEntryIds(eq(auditLog.subject, subject)), selectDetailIds(eq(auditDetails.subject, subject))),
    );
  if (ip) {
    const address = formatAddress(ip);
    details.push(address === null ? like(at, startsWithPattern(ip.toLowerCase())) : eq(at, address));
  }
  if (search) {
    const pattern = containsPattern(search);
    const matching = actions.filter((each) => matchesAction(each, search));
    const noted = or(ilike(actorName, pattern), ilike(note, pattern));
    // Alone it leads to its entries; an `or` is evaluated per entry, even if one side is false.
    if (matching.length === 0) details.push(noted);
    else entries.push(or(hasAction(matching), isAmong(selectDetailIds(noted))));
  }
  return { entries: and(...entries), details: and(...details) };
}

const buildCondition = ({ entries, details }: Filters): SQL | undefined =>
  and(entries, details && isAmong(selectDetailIds(details)));

/** Counts entries. Each entry has details that are never deleted, so filters on details alone count those. */
const countEntries = (db: Db, { entries, details }: Filters, totals: Totals): Promise<number | OverCap> =>
  details && !entries
    ? countTableRows(db, auditDetails, details, totals)
    : countTableRows(db, auditEntries, buildCondition({ entries, details }), totals);

const selectEntryIds = (where: SQL): SQL => sql`select ${auditLog.id} from ${auditLog} where ${where}`;
const selectDetailIds = (where: SQL | undefined): SQL =>
  sql`select ${auditDetails.entryId} from ${auditDetails} where ${where}`;
/** By ID, so that the indexes of the subqueries are used. */
const isAmong = (...queries: SQL[]): SQL => sql`${auditEntries.id} in (${sql.join(queries, sql` union all `)})`;

const hasAction = (actions: readonly string[]): SQL =>
  actions.length === 0 ? sql`false` : inArray(auditEntries.action, [...actions]);

/**
 * Selects the page's entries, newest first. Few matches are sorted separately; scanning all entries in order would read
 * everything since.
 */
function selectPageIds(where: SQL | undefined, { page, limit }: AuditListInput): SQL {
  return sql`(
    with found as materialized (select ${auditEntries.id}, ${auditEntries.at} from ${auditEntries} where ${where})
    select id from found order by at desc, id desc limit ${limit}::int offset ${(page - 1) * limit}::int)`;
}

/** Returns whether filters concern details. */
const filtersDetails = ({ actor, subject, ip, search }: AuditListInput): boolean =>
  Boolean(actor || subject || ip || search);

/**
 * Lists audit entries, newest first, with the existing actions as filter choices.
 * @param few up to this number, matches are sorted separately
 */
export async function listAudit(kernel: Kernel, input: AuditListInput, few = MAX_COUNTED): Promise<AuditList> {
  const { page, limit } = input;
  return kernel.read(async (db) => {
    const actions = await listActions(db);
    const filters = buildFilters(input, actions);
    const where = buildCondition(filters);
    const total = await countEntries(db, filters, input.total);
    const areFew = filtersDetails(input) && total !== OVER_CAP && total <= few;
    const rows = await db
      .select()
      .from(auditEntries)
      .where(areFew ? inArray(auditEntries.id, selectPageIds(where, input)) : where)
      .orderBy(desc(auditEntries.at), desc(auditEntries.id))
      .limit(limit)
      .offset(areFew ? 0 : (page - 1) * limit);
    const entries = rows.map(auditEntryView);
    const describe = await describeSubjects(db, entries);
    return {
      entries: entries.map((entry) => ({ ...entry, about: describe(entry) })),
      actions,
      pagination: paginate(page, limit, total),
    };
  });
}
