import type { CaseList, CaseListInput, CaseRow } from '@inaam/contracts/cases/cases';
import { paginate } from '@inaam/contracts/common/lists';
import type { Db } from '@inaam/db/client';
import { creditCases } from '@inaam/db/schema/cases';
import { clicks } from '@inaam/db/schema/clicks';
import { users } from '@inaam/db/schema/identity';
import { networks } from '@inaam/db/schema/networks';
import { offers } from '@inaam/db/schema/offers';
import { postbacks } from '@inaam/db/schema/postbacks';
import { userSearch } from '@inaam/db/schema/user-search';
import { and, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import { hasNameOrEmail } from '../identity/search-users.ts';
import { since } from '../kernel/date-range.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { containing } from '../kernel/search.ts';
import { countIn, upTo } from '../kernel/totals.ts';

const SHOWN_CALLS = 10;

/** Conditions on the case alone: what it is about is asked for by itself, so that nothing is joined but the page. */
function filtersOf(input: CaseListInput): SQL | undefined {
  const filters: (SQL | undefined)[] = [since(creditCases.openedAt, input.dateRange)];
  if (input.status !== 'all') filters.push(eq(creditCases.status, input.status));
  if (input.network_id !== undefined) {
    filters.push(sql`${creditCases.offerId} in (
      select ${offers.id} from ${offers} where ${eq(offers.networkId, input.network_id)})`);
  }
  if (input.search) {
    const pattern = containing(input.search);
    filters.push(sql`${creditCases.id} in (
      select ${creditCases.id} from ${creditCases} join ${userSearch} on ${userSearch.userId} = ${creditCases.userId}
      where ${hasNameOrEmail(input.search)}
      union all
      select ${creditCases.id} from ${creditCases} join ${offers} on ${offers.id} = ${creditCases.offerId}
      where ${or(ilike(offers.title, pattern), ilike(offers.externalOfferId, pattern))}
      union all
      select ${creditCases.id} from ${creditCases}
      where ${creditCases.clickId} in (select id from clicks_like(${pattern})))`);
  }
  return and(...filters);
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

/** Cases, those that wait for somebody first, then the newest. */
export async function listCases(kernel: Kernel, input: CaseListInput): Promise<CaseList> {
  const { page, limit, search } = input;
  const where = filtersOf(input);
  return kernel.read(async (db) => {
    const order = [desc(sql`(${creditCases.status} = 'open')`), desc(creditCases.openedAt), desc(creditCases.id)];
    const keys = db
      // With the rows, where there is a search: it looks for all that match either way, and once is enough.
      .select({ id: creditCases.id, found: (search ? sql<string>`count(*) over ()` : sql<null>`null`).as('found') })
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
    const total =
      found === null ? await countIn(db, creditCases, where, input.total) : upTo(Number(found), input.total);
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
