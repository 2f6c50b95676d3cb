import type { OfferClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import type { FileSlice } from '@inaam/contracts/common/exports';
import { BEYOND, type Beyond, MAX_COUNTED } from '@inaam/contracts/common/lists';
import type { Db } from '@inaam/db/client';
import { clicks } from '@inaam/db/schema/clicks';
import { completions } from '@inaam/db/schema/completions';
import { users } from '@inaam/db/schema/identity';
import { clickTotals, conversionTotals, offerDays } from '@inaam/db/schema/insights';
import { spins } from '@inaam/db/schema/spins';
import { clickTotalsNow, conversionTotalsNow, offerDaysNow } from '@inaam/db/views/figures';
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { since, sinceDay } from '../../kernel/date-range.ts';
import { behind } from '../../kernel/file-batch.ts';
import { countRows, upTo } from '../../kernel/totals.ts';
import { clicksOfUsers } from '../conversions/counters.ts';
import { clicksThemselves, type Found, partsOf, searched } from '../conversions/found-by.ts';
import { figuresOfManyUsers } from '../conversions/many-users.ts';
import { offersOf } from '../conversions/matching.ts';

/** Which clicks match, whatever came of them: their pages and how many there are. */

type Status = OfferClickListInput['conversionStatus'];

/** The filters alone. */
type Filters = Pick<
  OfferClickListInput,
  'offer' | 'offer_id' | 'search' | 'conversionStatus' | 'userType' | 'dateRange' | 'sortOrder'
>;

export interface ClickMatching<Input = Filters> {
  input: Input;
  offerIds: number[] | undefined;
  found: Found | undefined;
}

/** Looks the filters' offer and text up. @throws DomainError BAD_INPUT for an `offer` that is none */
export async function matchClicks<Input extends Filters>(db: Db, input: Input): Promise<ClickMatching<Input>> {
  const offerIds = await offersOf(db, { offer: input.offer, offerId: input.offer_id });
  return { input, ...(await searched(db, input.search, clicksThemselves, offerIds)) };
}

/** A click's completion: its user and offer lead to it by an index. */
const isItsCompletion = sql`${completions.userId} = ${clicks.userId} and ${completions.offerId} = ${clicks.offerId}
  and ${completions.clickId} = ${clicks.id}`;

/** What came of a click, by the facts. */
const statuses: Record<Exclude<Status, 'all'>, SQL | undefined> = {
  voucher_won: isNotNull(spins.amountPaise),
  no_voucher: and(isNotNull(spins.roll), isNull(spins.amountPaise)),
  spinner_used: isNotNull(spins.roll),
  spinner_not_used: isNull(spins.roll),
};

/**
 * Leaves clicks whose completion ended so. It is looked up click by click (hence the offset, which keeps the planner
 * from joining the tables): a page by time then ends at its last row. Of three equal columns the planner expects one
 * row, and would read all completions to find it.
 */
const endedAs = (status: SQL | undefined): SQL => sql`cross join lateral (
  select from ${completions} left join ${spins} on ${spins.completionId} = ${completions.id}
  where ${and(isItsCompletion, status)} offset 0) ended`;

/** Further conditions, and the tables that they take. */
interface Extra {
  join?: SQL;
  where?: SQL;
}

/** The tables and the conditions. */
function restOf({ input, offerIds, found }: ClickMatching, extra: Extra = {}): SQL {
  const { conversionStatus: status, userType, dateRange } = input;
  const kind = userType === 'firebase' ? isNotNull(users.providerUid) : isNull(users.providerUid);
  const where = and(
    since(clicks.createdAt, dateRange),
    offerIds && (offerIds.length === 0 ? sql`false` : inArray(clicks.offerId, offerIds)),
    userType === 'all' ? undefined : kind,
    found?.where,
    extra.where,
  );
  const joins = [
    userType === 'all' ? undefined : sql`join ${users} on ${users.id} = ${clicks.userId}`,
    status === 'all' ? undefined : endedAs(statuses[status]),
    ...(found?.joins ?? []).map(({ set, on }) => sql`left join ${set} on ${on}`),
    extra.join,
  ].filter((join) => join !== undefined);
  return sql`from ${clicks} ${sql.join(joins, sql` `)} ${where ? sql`where ${where}` : sql``}`;
}

export interface Slice {
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** Ids of the clicks that match. Each part of what matches is sorted and limited by itself: see `partsOf`. */
export async function idsOf(
  db: Db,
  matching: ClickMatching,
  by: SQL[],
  { direction, limit, offset }: Slice,
  extra?: Extra,
): Promise<number[]> {
  const keys = [...by, sql`${clicks.id}`];
  const order = sql.raw(keys.map((_, index) => `${index + 1} ${direction}`).join(', '));
  const parts = partsOf(matching.found).map(
    (found) => sql`(select ${sql.join(keys, sql`, `)} ${restOf({ ...matching, found }, extra)}
      order by ${order} limit ${offset + limit})`,
  );
  const rows = await db.execute<{ id: string }>(
    sql`select id from (select * from (${sql.join(parts, sql` union all `)}) parts
      order by ${order} limit ${limit} offset ${offset}) page`,
  );
  return rows.map(({ id }) => Number(id));
}

/** Ids of the clicks that match, by the time of the click. */
export const pageByTime = (db: Db, matching: ClickMatching, slice: Slice): Promise<number[]> =>
  idsOf(db, matching, [sql`${clicks.createdAt}`], slice);

/** The clicks that match, by their time, behind a place: a subquery to be named. */
export function clicksBehind(matching: ClickMatching, { after, limit }: FileSlice): SQL {
  const { sortOrder } = matching.input;
  const way = sql.raw(sortOrder);
  const where = behind({ time: sql`${clicks.createdAt}`, id: sql`${clicks.id}` }, sortOrder, after);
  return sql`(select ${clicks.id}, ${clicks.createdAt}, ${clicks.userId}, ${clicks.offerId}, ${clicks.clickId}
    ${restOf(matching, { ...(where && { where }) })}
    order by ${clicks.createdAt} ${way}, ${clicks.id} ${way} limit ${limit}::int)`;
}

/** Do the counters of offers' days know all of the filters? */
export const areCounted = ({ input, found }: ClickMatching): boolean =>
  !found && input.userType === 'all' && input.conversionStatus === 'all';

/** Clicks by offer, as the counters know them: of all days together, or by day. Several rows for an offer. */
export const clicksByOffer = ({ input: { dateRange }, offerIds }: ClickMatching): SQL => {
  const ofAllDays = dateRange === 'all';
  const of = ofAllDays ? clickTotals : offerDays;
  const where = and(sinceDay(offerDays.day, dateRange), offerIds && inArray(of.offerId, offerIds));
  return sql`select ${of.offerId} as offer_id, ${of.clicks} as clicks from ${ofAllDays ? clickTotalsNow : offerDaysNow}
    ${where ? sql`where ${where}` : sql``}`;
};

/** Those of which nothing came, by the time of the click. */
export const pageUnconverted = (db: Db, matching: ClickMatching, slice: Slice): Promise<number[]> =>
  idsOf(db, matching, [sql`${clicks.createdAt}`], slice, {
    where: sql`not exists (select from ${completions} where ${isItsCompletion})`,
  });

/**
 * How many clicks match: from the counters, where they know all of the filters.
 * @param figuring of the completions that match, each of one of the clicks: where they are too many to be counted, so
 *   are the clicks, and a second look is spared
 */
export async function countClicks(
  db: Db,
  matching: ClickMatching<Filters & Pick<OfferClickListInput, 'total'>>,
  figuring?: Promise<{ capped: boolean }>,
): Promise<number | Beyond> {
  const { input, offerIds } = matching;
  if (offerIds?.length === 0) return 0;
  if (areCounted(matching)) {
    const [row] = await db.execute<{ clicks: string }>(
      sql`select coalesce(sum(clicks), 0) as clicks from (${clicksByOffer(matching)}) counted`,
    );
    return Number(row?.clicks ?? 0);
  }
  if (input.total === 'capped' && (await leastOfKind(db, matching)) > MAX_COUNTED) return BEYOND;
  if (input.total === 'capped' && (await figuring)?.capped) return BEYOND;
  if (input.total === 'exact') {
    const known = input.dateRange === 'all' && input.conversionStatus === 'all' && !offerIds;
    const figures = await figuresOfManyUsers(db, matching.found, {
      figures: async (snapshot, found) => ({ total: await countClicks(snapshot, { ...matching, found }) }),
      byCounters: async (snapshot, keys) =>
        known ? { total: await clicksOfUsers(snapshot, keys, input.userType) } : undefined,
    });
    if (figures) return figures.total;
  }
  let total = 0;
  for (const found of partsOf(matching.found)) {
    const counted = await countRows(db, restOf({ ...matching, found }), input.total);
    if (counted === BEYOND) return BEYOND;
    total += counted;
  }
  return upTo(total, input.total);
}

/**
 * Of clicks of one kind of users there are at least as many as have led to a completion, which the counters know: 0
 * where they do not know a filter.
 */
export async function leastOfKind(db: Db, { input, offerIds, found }: ClickMatching): Promise<number> {
  if (found || input.userType === 'all' || input.conversionStatus !== 'all' || input.dateRange !== 'all') return 0;
  const { offerId, google, completions: completed } = conversionTotals;
  const [row] = await db
    .select({ completions: sql`coalesce(sum(${completed}), 0)`.mapWith(Number) })
    .from(conversionTotalsNow)
    .where(and(eq(google, input.userType === 'firebase'), offerIds && inArray(offerId, offerIds)));
  return row?.completions ?? 0;
}
