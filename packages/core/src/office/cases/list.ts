import type { CaseList, CaseListInput, CaseRow } from '@inaam/contracts/cases/cases';
import { BEYOND, MAX_COUNTED, paginate } from '@inaam/contracts/common/lists';
import type { Db } from '@inaam/db/client';
import { creditCases } from '@inaam/db/schema/cases';
import { clicks } from '@inaam/db/schema/clicks';
import { users } from '@inaam/db/schema/identity';
import { networks } from '@inaam/db/schema/networks';
import { offers } from '@inaam/db/schema/offers';
import { postbacks } from '@inaam/db/schema/postbacks';
import { userSearch } from '@inaam/db/schema/user-search';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { hasNameOrEmail } from '../../insight/users/search-users.ts';
import { since } from '../../kernel/date-range.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';
import { containing, holdsWords, searchText } from '../../kernel/search.ts';
import { countIn, upTo } from '../../kernel/totals.ts';

const SHOWN_CALLS = 10;

/** Conditions on the case alone: what it is about is asked for by itself, so that nothing is joined but the page. */
function filtersOf(input: CaseListInput): SQL | undefined {
  const filters: (SQL | undefined)[] = [since(creditCases.openedAt, input.dateRange)];
  if (input.status !== 'all') filters.push(eq(creditCases.status, input.status));
  if (input.network_id !== undefined) {
    filters.push(sql`${creditCases.offerId} in (
      select ${offers.id} from ${offers} where ${eq(offers.networkId, input.network_id)})`);
  }
  return and(...filters);
}

/** Offers and clicks that the text finds, as conditions on the case. */
function aboutFound(search: string): { offer: SQL; click: SQL } {
  return {
    offer: sql`${creditCases.offerId} in (select ${offers.id} from ${offers}
      where ${holdsWords(search, [offers.title, offers.externalOfferId].map(searchText))})`,
    click: sql`${creditCases.clickId} in (select id from clicks_like(${containing(search)}))`,
  };
}

const ofPeople = (search: string): SQL => sql`from ${creditCases}
  join ${userSearch} on ${userSearch.userId} = ${creditCases.userId} where ${hasNameOrEmail(search)}`;

/** Ids of the cases of people whom the text finds; null where these are more than `many`. */
async function casesOfPeople(db: Db, search: string, where: SQL | undefined, many: number): Promise<number[] | null> {
  const filters = where ? sql`and ${where}` : sql``;
  const rows = await db.execute<{ ids: number[] | null }>(sql`
    select case when count(*) <= ${many}::int then coalesce(json_agg(id), '[]') end as ids
    from (select ${creditCases.id} ${ofPeople(search)} ${filters} limit ${many + 1}::int) found`);
  return oneRow(rows).ids;
}

/**
 * What the text finds, and whether that is more than is counted. Of few it is put together and sorted; of the cases of
 * many people a page has them in the order of the list, and each case is asked for its own.
 */
async function foundCases(
  db: Db,
  { search = '', total }: CaseListInput,
  where: SQL | undefined,
  many: number,
): Promise<{ found: SQL; areMany: boolean }> {
  const { offer, click } = aboutFound(search);
  const ids = total === 'capped' ? await casesOfPeople(db, search, where, many) : undefined;
  if (ids === null) {
    const person = sql`exists (select from ${userSearch}
      where ${userSearch.userId} = ${creditCases.userId} and ${hasNameOrEmail(search)} offset 0)`;
    return { found: sql`(${person} or ${offer} or ${click})`, areMany: true };
  }
  const people = ids
    ? sql`select value::bigint from json_array_elements_text(${JSON.stringify(ids)}::json)`
    : sql`select ${creditCases.id} ${ofPeople(search)}`;
  const found = sql`${creditCases.id} in (
      ${people}
      union all
      select ${creditCases.id} from ${creditCases} where ${offer}
      union all
      select ${creditCases.id} from ${creditCases} where ${click})`;
  return { found, areMany: false };
}

/** A case with what it is about. */
export const caseColumns = { case: creditCases, user: users, offer: offers, click: clicks, network: networks };

/** A case's row joined to what it is about, as the lists show it. */
export function toCaseRow(row: {
  case: typeof creditCases.$inferSelect;
  user: typeof users.$inferSelect;
  offer: typeof offers.$inferSelect;
  click: typeof clicks.$inferSelect;
  network: typeof networks.$inferSelect | null;
}): Omit<CaseRow, 'calls'> {
  return {
    case_id: row.case.id,
    status: row.case.status,
    opened_at: row.case.openedAt.toISOString(),
    closed_at: row.case.closedAt?.toISOString() ?? null,
    resolution: row.case.resolution,
    user_id: row.user.id,
    email: row.user.email,
    offer_id: row.offer.id,
    title: row.offer.title,
    external_offer_id: row.offer.externalOfferId,
    network_id: row.network?.id ?? null,
    network: row.network?.name ?? null,
    click_id: row.click.clickId,
    clicked_at: row.click.createdAt.toISOString(),
    click_ip: row.click.ip,
  };
}

/** Calls that named the clicks, newest first, by click. */
async function callsOf(db: Db, clickIds: readonly string[]): Promise<Map<string, CaseRow['calls']>> {
  const found = new Map<string, CaseRow['calls']>();
  if (clickIds.length === 0) return found;
  const rows = await db
    .select({
      clickId: postbacks.clickId,
      receivedAt: postbacks.receivedAt,
      outcome: postbacks.outcome,
      reason: postbacks.reason,
      transactionId: postbacks.transactionId,
    })
    .from(postbacks)
    .where(inArray(postbacks.clickId, [...clickIds]))
    .orderBy(desc(postbacks.id));
  for (const row of rows) {
    const calls = found.get(row.clickId ?? '') ?? [];
    if (calls.length < SHOWN_CALLS) {
      calls.push({
        received_at: row.receivedAt.toISOString(),
        outcome: row.outcome,
        reason: row.reason,
        transaction_id: row.transactionId,
      });
    }
    found.set(row.clickId ?? '', calls);
  }
  return found;
}

/**
 * Cases, those that wait for somebody first, then the newest.
 * @param many of people with more cases these are not counted for a screen
 */
export async function listCases(kernel: Kernel, input: CaseListInput, many = MAX_COUNTED): Promise<CaseList> {
  const { page, limit, search } = input;
  const filters = filtersOf(input);
  return kernel.read(async (db) => {
    const { found: bySearch, areMany } = search
      ? await foundCases(db, input, filters, many)
      : { found: undefined, areMany: false };
    const where = and(filters, bySearch);
    const order = [desc(sql`(${creditCases.status} = 'open')`), desc(creditCases.openedAt), desc(creditCases.id)];
    const keys = db
      // With the rows, where there is a search: it looks for all that match either way, and once is enough.
      .select({
        id: creditCases.id,
        found: (search && !areMany ? sql<string>`count(*) over ()` : sql<null>`null`).as('found'),
      })
      .from(creditCases)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset((page - 1) * limit)
      .as('keys');
    const rows = await db
      .select({ ...caseColumns, found: keys.found })
      .from(keys)
      .innerJoin(creditCases, eq(creditCases.id, keys.id))
      .innerJoin(users, eq(users.id, creditCases.userId))
      .innerJoin(offers, eq(offers.id, creditCases.offerId))
      .innerJoin(clicks, eq(clicks.id, creditCases.clickId))
      .leftJoin(networks, eq(networks.id, offers.networkId))
      .orderBy(...order);
    const found = rows[0]?.found ?? null;
    const count = async () =>
      found === null ? countIn(db, creditCases, where, input.total) : upTo(Number(found), input.total);
    const total = areMany ? BEYOND : await count();
    const calls = await callsOf(
      db,
      rows.map(({ click }) => click.clickId),
    );
    return {
      cases: rows.map((row) => ({ ...toCaseRow(row), calls: calls.get(row.click.clickId) ?? [] })),
      pagination: paginate(page, limit, total),
    };
  });
}
