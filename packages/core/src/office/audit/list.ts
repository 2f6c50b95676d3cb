import { actionLabel } from '@inaam/contracts/audit/actions';
import type { AuditList, AuditListEntry, AuditListInput } from '@inaam/contracts/audit/audit-log';
import { MAX_COUNTED, OVER_CAP, paginate } from '@inaam/contracts/common/lists';
import type { Db } from '@inaam/db/client';
import { auditDetails, auditLog } from '@inaam/db/schema/audit';
import { auditEntries } from '@inaam/db/views/audit';
import { eq, ilike, inArray, isNotNull, like, or, type SQL, sql } from 'drizzle-orm';
import { formatAddress } from '../../kernel/address.ts';
import { auditEntryView } from '../../kernel/audit-entry-view.ts';
import { isSince } from '../../kernel/date-range.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { defineList, inOrder } from '../../kernel/list.ts';
import { containsPattern, startsWithPattern } from '../../kernel/search.ts';
import { describeSubjects } from './subjects.ts';

/** Lists the actions that occur in the log by a loose index scan, which takes one step per action, not per entry. */
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

/** Returns whether an action contains the text, either in its stored form or in its label. */
const matchesAction = (action: string, search: string): boolean =>
  [action, actionLabel(action)].some((text) => text.toLowerCase().includes(search.toLowerCase()));

const { actorName, ip, note } = auditDetails;

interface Context {
  /** The actions that occur in the log. */
  actions: readonly string[];
  /** True if a condition on the details finds the entries, so that the list starts from the details. */
  isByDetails: boolean;
}

/**
 * Each entry has a row of details that is never deleted, so `ENTRIES` and `DETAILS` have the same rows. If rows of
 * `ENTRIES` are counted without a condition on the details, PostgreSQL leaves out the join.
 */
const ENTRIES = sql`${auditLog} left join ${auditDetails} on ${auditDetails.entryId} = ${auditLog.id}`;
const DETAILS = sql`${auditDetails} left join ${auditLog} on ${auditLog.id} = ${auditDetails.entryId}`;

/** Returns a condition on the entry's ID. Each subquery of IDs can use its own index. */
const isAmong = (...queries: SQL[]): SQL => sql`${auditLog.id} in (${sql.join(queries, sql` union all `)})`;
const selectDetailIds = (where: SQL | undefined): SQL =>
  sql`select ${auditDetails.entryId} from ${auditDetails} where ${where}`;

const hasAction = (actions: readonly string[]): SQL =>
  actions.length === 0 ? sql`false` : inArray(auditLog.action, [...actions]);

function isFromAddress(text: string): SQL {
  const address = formatAddress(text);
  return address === null ? like(ip, startsWithPattern(text.toLowerCase())) : eq(ip, address);
}

const findActions = (search: string, actions: readonly string[]): string[] =>
  actions.filter((each) => matchesAction(each, search));

function matchSearch(search: string, { actions }: Context): SQL | undefined {
  const pattern = containsPattern(search);
  const matching = findActions(search, actions);
  const noted = or(ilike(actorName, pattern), ilike(note, pattern));
  // On its own, the condition `noted` uses an index of the details. Within an `or`, it would be evaluated per entry.
  return matching.length === 0 ? noted : or(hasAction(matching), isAmong(selectDetailIds(noted)));
}

async function readEntries(db: Db, ids: readonly number[]): Promise<AuditListEntry[]> {
  const rows = await db
    .select({ entry: auditEntries })
    .from(inOrder(ids))
    .innerJoin(auditEntries, sql`${auditEntries.id} = keys.id`)
    .orderBy(sql`keys.place`);
  const entries = rows.map(({ entry }) => auditEntryView(entry));
  const describe = await describeSubjects(db, entries);
  return entries.map((entry) => ({ ...entry, subject_name: describe(entry) }));
}

const list = defineList<AuditListInput, Context, AuditListEntry>({
  sources: ({ isByDetails }) => [isByDetails ? DETAILS : ENTRIES],
  id: auditLog.id,
  filters: {
    actor: (name) => (name ? ilike(actorName, containsPattern(name)) : undefined),
    // A noun such as `offers` matches the actions with all of its verbs.
    action: (action, { actions }) =>
      action ? hasAction(actions.filter((each) => `${each}.`.startsWith(`${action}.`))) : undefined,
    subject: (subject) =>
      subject
        ? isAmong(
            sql`select ${auditLog.id} from ${auditLog} where ${eq(auditLog.subject, subject)}`,
            selectDetailIds(eq(auditDetails.subject, subject)),
          )
        : undefined,
    ip: (address) => (address ? isFromAddress(address) : undefined),
    dateRange: (range) => isSince(auditLog.at, range),
  },
  search: matchSearch,
  orders: { default: { by: [auditLog.at, auditLog.id], where: isNotNull(auditLog.id) } },
  exportOrder: auditLog.at,
  columns: readEntries,
});

/**
 * Lists IDs for filters that match few entries: finds the matches first and then sorts them. Reading entries in the
 * order of the list would also read all newer entries that do not match.
 */
async function listFewIds(db: Db, input: AuditListInput, context: Context): Promise<number[]> {
  const { page, limit } = input;
  const matching = list.matching(input, context, sql`${auditLog.id}, ${auditLog.at}`);
  const rows = await db.execute<{ id: string }>(sql`
    with found as materialized ${matching}
    select id from found order by at desc, id desc limit ${limit}::int offset ${(page - 1) * limit}::bigint`);
  return rows.map(({ id }) => Number(id));
}

/**
 * Lists audit entries, newest first, with the actions that occur in the log as choices for the filter.
 * @param few with at most this number of matches, the matches are found first and then sorted
 */
export async function listAudit(kernel: Kernel, input: AuditListInput, few = MAX_COUNTED): Promise<AuditList> {
  const { page, limit, actor, subject, search } = input;
  return kernel.read(async (db) => {
    const actions = await listActions(db);
    const isNoted = search !== undefined && search !== '' && findActions(search, actions).length === 0;
    const context = { actions, isByDetails: Boolean(actor || input.ip || isNoted) };
    const total = await list.count(db, input, context);
    const areFew = Boolean(actor || subject || input.ip || search) && total !== OVER_CAP && total <= few;
    const ids = areFew
      ? await listFewIds(db, input, context)
      : await list.ids(db, input, context, { limit, offset: (page - 1) * limit });
    return { entries: await list.readRows(db, ids, context), actions, pagination: paginate(page, limit, total) };
  });
}
