import type { UserListInput } from '@inaam/contracts/identity/users';
import type { Db } from '@inaam/db/client';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { users } from '@inaam/db/schema/identity';
import { activityHours, userStats } from '@inaam/db/schema/insights';
import { userSearch } from '@inaam/db/schema/user-search';
import { and, between, type Column, eq, gt, gte, type SQL, sql } from 'drizzle-orm';
import { midnightOf, within } from '../../kernel/date-range.ts';
import { byName } from '../../kernel/search.ts';
import { hasNameOrEmail } from './search-users.ts';

/** Which users match the filters of their list, over no more tables and rows than these ask for. */

/** From here on a voucher is of high value: ₹100. */
const HIGH_VALUE_PAISE = 100_00;

/** Who won such. The amount is written out, not passed: as it stands in the index of these rows. */
export const ofHighValue = sql`${completionRows.userId} from ${completionRows}
  where ${completionRows.wonPaise} >= ${sql.raw(String(HIGH_VALUE_PAISE))}`;

const performance: Record<Exclude<UserListInput['performanceFilter'], 'all'>, SQL> = {
  high: gte(userStats.completions, 10),
  medium: between(userStats.completions, 5, 9),
  low: between(userStats.completions, 1, 4),
  no_completions: eq(userStats.completions, 0),
  recent_activity: sql`${userStats.lastActivityAt} >= now() - interval '7 days'`,
  inactive: sql`${userStats.lastActivityAt} < now() - interval '30 days'`,
};

/** A registration is an activity: newest first, nobody who came later is looked at. */
const inactiveThen = sql`${users.createdAt} < now() - interval '30 days'`;

/**
 * What the hour of a user's last activity must be for that: in the order of hours, nobody else is looked at. A
 * registration is an activity, and an hour begins before what happens in it.
 */
const hourThen: Partial<Record<UserListInput['performanceFilter'], SQL>> = {
  recent_activity: sql`${activityHours.hour} >= now() - interval '7 days 1 hour'`,
  inactive: sql`${activityHours.hour} < now() - interval '30 days'`,
};
const hourSince = (range: UserListInput['dateRange']): SQL | undefined =>
  range === 'all' ? undefined : sql`${activityHours.hour} >= ${midnightOf(range)} - interval '1 hour'`;

/** By the figures of a user; who won vouchers of a high value is found by these. */
const won: Record<Exclude<UserListInput['voucherFilter'], 'all' | 'high_value_vouchers'>, SQL> = {
  has_vouchers: gt(userStats.vouchersWon, 0),
  no_vouchers: eq(userStats.vouchersWon, 0),
  multiple_vouchers: gte(userStats.vouchersWon, 2),
};

const ofUser = {
  registration_date: users.createdAt,
  created_at: users.createdAt,
  first_name: byName(users.firstName),
  email: users.email,
};
export const ofStats = {
  last_activity: userStats.lastActivityAt,
  total_completions: userStats.completions,
  spins_used: userStats.spins,
  total_vouchers_won: userStats.vouchersWon,
  total_revenue_generated: userStats.revenuePaise,
};
export const orders = { ...ofUser, ...ofStats };

/** The filters alone. */
type Filters = Pick<UserListInput, 'dateRange' | 'performanceFilter' | 'voucherFilter' | 'search'>;

/** Vouchers that a user has won at least, by what is asked for. */
const leastWon: Partial<Record<UserListInput['voucherFilter'], number>> = {
  has_vouchers: 1,
  multiple_vouchers: 2,
  high_value_vouchers: 1,
};
const counts: Partial<Record<UserListInput['sortBy'], Column>> = {
  total_completions: userStats.completions,
  spins_used: userStats.spins,
  total_vouchers_won: userStats.vouchersWon,
};

/**
 * What the filters say about the count that is sorted by: in its order, nobody else is looked at. Each voucher was won
 * by a spin, and each spin is of a confirmed completion (`ledger_faults`), so none of these counts is the greater one.
 */
function impliedOf({ performanceFilter, voucherFilter }: Filters, sortBy?: UserListInput['sortBy']): SQL | undefined {
  const count = sortBy && counts[sortBy];
  const least = leastWon[voucherFilter];
  if (!count) return undefined;
  if (performanceFilter === 'no_completions') return eq(count, 0);
  return least === undefined ? undefined : gte(count, least);
}

/** Filters by the table that they read: a list that needs one alone does not join the other. */
export function filtersOf({ dateRange, performanceFilter, voucherFilter, search }: Filters) {
  const byPerformance = performanceFilter === 'all' ? undefined : performance[performanceFilter];
  const byWins = voucherFilter === 'all' || voucherFilter === 'high_value_vouchers' ? undefined : won[voucherFilter];
  // Who has completed nothing has won nothing.
  const isCertain = performanceFilter === 'no_completions' && voucherFilter !== 'all';
  const wins = !isCertain ? byWins : voucherFilter === 'no_vouchers' ? undefined : sql`false`;
  return {
    user: within(users.createdAt, dateRange),
    stats: and(byPerformance, wins),
    isHighValue: voucherFilter === 'high_value_vouchers',
    found: search ? hasNameOrEmail(search) : undefined,
  };
}

/** Whom a range names: the ids that they lie between, if there is anybody, and whether nobody else lies there. */
export interface Registered {
  first: number;
  last: number;
  isWhole: boolean;
}

/** Looks a range up; undefined for all, and where nobody is in it. */
export async function registeredIn(db: Db, dateRange: UserListInput['dateRange']): Promise<Registered | undefined> {
  const user = within(users.createdAt, dateRange);
  if (!user) return undefined;
  // Without the offset the first id would be looked for among all, from the first on.
  const [row] = await db.execute<{ first: string | null; last: string | null; is_whole: boolean }>(sql`
    select first, last, case when last - first + 1 = registered then true else
      (select count(*) from ${users} where ${users.id} between first and last) = registered end as is_whole
    from (select count(*) as registered, min(id) as first, max(id) as last
      from (select ${users.id} from ${users} where ${user} offset 0) named) bounds`);
  if (!row || row.first === null) return undefined;
  return { first: Number(row.first), last: Number(row.last), isWhole: row.is_whole };
}

/** Between so many ids all are read sooner than they are looked for in the order of a figure. */
const GATHERED = 50_000;

interface Order {
  sortBy?: UserListInput['sortBy'];
  /** Whom the range names, where that was looked up: nobody beside them is looked at. */
  registered?: Registered | undefined;
  further?: SQL | undefined;
}

/** Ids of what the filters match, as `key_id`, over no more tables than the filters and the order ask for. */
export function matchingUsers(db: Db, input: Filters, { sortBy, registered, further }: Order = {}) {
  const { user, stats, found, isHighValue } = filtersOf(input);
  const sortsByStats = sortBy !== undefined && sortBy in ofStats;
  const sortsByUser = sortBy !== undefined && !sortsByStats;
  const where = (id: Column, byTime: SQL | undefined) =>
    and(
      byTime,
      registered && between(id, registered.first, registered.last),
      stats,
      isHighValue ? sql`${id} in (select ${ofHighValue})` : undefined,
      found,
      further,
    );
  const key = (column: Column) => ({ id: sql<number>`${column}`.as('key_id') });
  if (stats || sortsByStats) {
    const byHours = sortBy === 'last_activity';
    // Ids tell whom the range names where nobody else lies between them. The time of the registration tells more about
    // who is inactive.
    const byTime = registered?.isWhole && input.performanceFilter !== 'inactive' ? undefined : user;
    const readsUsers = byTime || sortsByUser;
    const gathers = registered && sortsByStats && !byHours && registered.last - registered.first < GATHERED;
    const source = gathers
      ? sql`(select * from ${userStats} where ${between(userStats.userId, registered.first, registered.last)} offset 0)
          ${userStats}`
      : userStats;
    let keys = db.select(key(userStats.userId)).from(source).$dynamic();
    if (readsUsers) keys = keys.innerJoin(users, eq(users.id, userStats.userId));
    if (found) keys = keys.innerJoin(userSearch, eq(userSearch.userId, userStats.userId));
    if (byHours) keys = keys.innerJoin(activityHours, eq(activityHours.userId, userStats.userId));
    const hours = byHours
      ? and(
          hourThen[input.performanceFilter],
          hourSince(input.dateRange),
          registered && between(activityHours.userId, registered.first, registered.last),
        )
      : undefined;
    const inactive = readsUsers && input.performanceFilter === 'inactive' ? inactiveThen : undefined;
    // Whoever has not is passed over in the order of a figure, where its index knows.
    const hasWon = isHighValue && sortsByStats ? won.has_vouchers : undefined;
    return keys.where(and(where(userStats.userId, byTime), hasWon, inactive, hours, impliedOf(input, sortBy)));
  }
  if (found && !user && !sortsByUser)
    return db.select(key(userSearch.userId)).from(userSearch).where(where(userSearch.userId, user));
  let keys = db.select(key(users.id)).from(users).$dynamic();
  if (found) keys = keys.innerJoin(userSearch, eq(userSearch.userId, users.id));
  return keys.where(where(users.id, user));
}
