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

/**
 * The actions that there are: from each the index leads to the next, so that it costs as many steps as there are
 * actions and not as there are entries.
 */
async function actionsOf(db: Db): Promise<string[]> {
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

/** Is the text in the action, as it is written down or as people read it? */
const isSought = (action: string, search: string): boolean =>
  [action, actionLabel(action)].some((text) => text.toLowerCase().includes(search.toLowerCase()));

/** What is asked of the entries themselves, and of what is kept apart from them. */
interface Filters {
  entries: SQL | undefined;
  details: SQL | undefined;
}

function filtersOf({ actor, action, subject, ip, dateRange, search }: AuditListInput, actions: readonly string[]) {
  const { actorName, ip: at, note } = auditDetails;
  const entries: (SQL | undefined)[] = [isSince(auditEntries.at, dateRange)];
  const details: (SQL | undefined)[] = [];
  if (actor) details.push(ilike(actorName, containsPattern(actor)));
  // A noun stands for all of its verbs.
  if (action) entries.push(oneOf(actions.filter((each) => `${each}.`.startsWith(`${action}.`))));
  if (subject)
    entries.push(isAmong(ofEntries(eq(auditLog.subject, subject)), ofDetails(eq(auditDetails.subject, subject))));
  if (ip) {
    const address = formatAddress(ip);
    details.push(address === null ? like(at, startsWithPattern(ip.toLowerCase())) : eq(at, address));
  }
  if (search) {
    const pattern = containsPattern(search);
    const sought = actions.filter((each) => isSought(each, search));
    const noted = or(ilike(actorName, pattern), ilike(note, pattern));
    // By itself it leads to its entries: an "or" is asked of each entry, even where one side is false.
    if (sought.length === 0) details.push(noted);
    else entries.push(or(oneOf(sought), isAmong(ofDetails(noted))));
  }
  return { entries: and(...entries), details: and(...details) };
}

const whereOf = ({ entries, details }: Filters): SQL | undefined =>
  and(entries, details && isAmong(ofDetails(details)));

/** Details are written with their entry, which nobody deletes: where they alone are asked about, they are counted. */
const countOf = (db: Db, { entries, details }: Filters, totals: Totals): Promise<number | OverCap> =>
  details && !entries
    ? countTableRows(db, auditDetails, details, totals)
    : countTableRows(db, auditEntries, whereOf({ entries, details }), totals);

const ofEntries = (where: SQL): SQL => sql`select ${auditLog.id} from ${auditLog} where ${where}`;
const ofDetails = (where: SQL | undefined): SQL =>
  sql`select ${auditDetails.entryId} from ${auditDetails} where ${where}`;
/** By number, so that the index of what is asked for leads there. */
const isAmong = (...queries: SQL[]): SQL => sql`${auditEntries.id} in (${sql.join(queries, sql` union all `)})`;

const oneOf = (actions: readonly string[]): SQL =>
  actions.length === 0 ? sql`false` : inArray(auditEntries.action, [...actions]);

/**
 * Entries of the page, newest first. Where few match, these are put in order, by themselves: to look for them among all
 * entries in their order is to go through as many as were made since.
 */
function idsOfPage(where: SQL | undefined, { page, limit }: AuditListInput): SQL {
  return sql`(
    with found as materialized (select ${auditEntries.id}, ${auditEntries.at} from ${auditEntries} where ${where})
    select id from found order by at desc, id desc limit ${limit}::int offset ${(page - 1) * limit}::int)`;
}

/** Are entries looked for by what is kept apart from them? */
const looksForDetails = ({ actor, subject, ip, search }: AuditListInput): boolean =>
  Boolean(actor || subject || ip || search);

/**
 * Who did what, newest first, with the actions that there are to filter by.
 * @param few so many that match are put in order by themselves
 */
export async function listAudit(kernel: Kernel, input: AuditListInput, few = MAX_COUNTED): Promise<AuditList> {
  const { page, limit } = input;
  return kernel.read(async (db) => {
    const actions = await actionsOf(db);
    const filters = filtersOf(input, actions);
    const where = whereOf(filters);
    const total = await countOf(db, filters, input.total);
    const areFew = looksForDetails(input) && total !== OVER_CAP && total <= few;
    const rows = await db
      .select()
      .from(auditEntries)
      .where(areFew ? inArray(auditEntries.id, idsOfPage(where, input)) : where)
      .orderBy(desc(auditEntries.at), desc(auditEntries.id))
      .limit(limit)
      .offset(areFew ? 0 : (page - 1) * limit);
    const entries = rows.map(auditEntryView);
    const wordsOf = await describeSubjects(db, entries);
    return {
      entries: entries.map((entry) => ({ ...entry, about: wordsOf(entry) })),
      actions,
      pagination: paginate(page, limit, total),
    };
  });
}
