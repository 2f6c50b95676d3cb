import type { CaseList, CaseListInput, CaseRow } from '@inaam/contracts/cases/cases';
import { paginate } from '@inaam/contracts/common/lists';
import type { Db } from '@inaam/db/client';
import { creditCases } from '@inaam/db/schema/cases';
import { clicks } from '@inaam/db/schema/clicks';
import { users } from '@inaam/db/schema/identity';
import { networks } from '@inaam/db/schema/networks';
import { offers } from '@inaam/db/schema/offers';
import { postbacks } from '@inaam/db/schema/postbacks';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import { matchesOffers } from '../../insight/conversions/completion-filters.ts';
import { clickTarget, joinMatches, resolveSearch, type SearchTarget } from '../../insight/conversions/text-search.ts';
import { isSince } from '../../kernel/date-range.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { defineList, inOrder } from '../../kernel/list.ts';

const MAX_POSTBACKS = 10;

export const caseColumns = { case: creditCases, user: users, offer: offers, click: clicks, network: networks };

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

/** Reads the postbacks of clicks: for each click ID a list, newest first. */
async function readPostbacks(db: Db, clickIds: readonly string[]): Promise<Map<string, CaseRow['calls']>> {
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
    const shown = found.get(row.clickId ?? '') ?? [];
    if (shown.length < MAX_POSTBACKS) {
      shown.push({
        received_at: row.receivedAt.toISOString(),
        outcome: row.outcome,
        reason: row.reason,
        transaction_id: row.transactionId,
      });
    }
    found.set(row.clickId ?? '', shown);
  }
  return found;
}

/** A search finds a case by its user, offer or click. */
const target: SearchTarget = {
  ...clickTarget,
  userId: creditCases.userId,
  offerId: creditCases.offerId,
  otherKey: creditCases.clickId,
};

type Context = Awaited<ReturnType<typeof resolveSearch>>;

async function readCases(db: Db, ids: readonly number[]): Promise<CaseRow[]> {
  const rows = await db
    .select(caseColumns)
    .from(inOrder(ids))
    .innerJoin(creditCases, sql`${creditCases.id} = keys.id`)
    .innerJoin(users, eq(users.id, creditCases.userId))
    .innerJoin(offers, eq(offers.id, creditCases.offerId))
    .innerJoin(clicks, eq(clicks.id, creditCases.clickId))
    .leftJoin(networks, eq(networks.id, offers.networkId))
    .orderBy(sql`keys.place`);
  const byClick = await readPostbacks(
    db,
    rows.map(({ click }) => click.clickId),
  );
  return rows.map((row) => ({ ...toCaseRow(row), calls: byClick.get(row.click.clickId) ?? [] }));
}

const list = defineList<CaseListInput, Context, CaseRow>({
  sources: ({ found }) => [joinMatches(sql`${creditCases}`, found)],
  id: creditCases.id,
  filters: {
    status: (status) => (status === 'all' ? undefined : eq(creditCases.status, status)),
    network_id: (network) =>
      network === undefined
        ? undefined
        : sql`${creditCases.offerId} in (select ${offers.id} from ${offers} where ${eq(offers.networkId, network)})`,
    dateRange: (range) => isSince(creditCases.openedAt, range),
  },
  search: (_, { found, offerIds }) => found?.where ?? matchesOffers(creditCases.offerId, { offerIds }),
  // Open cases come first; among equals, the newest comes first.
  orders: { default: { by: [sql`(${creditCases.status} = 'open')`, creditCases.openedAt, creditCases.id] } },
  exportOrder: creditCases.openedAt,
  columns: readCases,
});

/** Lists cases: open cases before other cases, and the newest first. */
export async function listCases(kernel: Kernel, input: CaseListInput): Promise<CaseList> {
  return kernel.read(async (db) => {
    const context = await resolveSearch(db, input.search, target, undefined);
    const [cases, total] = await Promise.all([list.readPage(db, input, context), list.count(db, input, context)]);
    return { cases, pagination: paginate(input.page, input.limit, total) };
  });
}
