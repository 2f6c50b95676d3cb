import type { FileSlice } from '@inaam/contracts/common/exports';
import { BEYOND, type Beyond, paginate } from '@inaam/contracts/common/lists';
import type { AdminUserList, UserFileInput, UserListInput } from '@inaam/contracts/identity/users';
import type { Db } from '@inaam/db/client';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { users } from '@inaam/db/schema/identity';
import { activityHours, userStats } from '@inaam/db/schema/insights';
import { userSearch } from '@inaam/db/schema/user-search';
import { userStatsNow } from '@inaam/db/views/figures';
import { and, asc, between, type Column, desc, eq, gt, gte, type SQL, sql } from 'drizzle-orm';
import { midnightOf, within } from '../kernel/date-range.ts';
import { behind } from '../kernel/file-batch.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { countIn, countRows } from '../kernel/totals.ts';
import { countUsers } from './count-users.ts';
import { hasNameOrEmail } from './search-users.ts';
import { adminUserView } from './user-view.ts';

/** From here on a voucher is of high value: ₹100. */
const HIGH_VALUE_PAISE = 100_00;

/** Who won such. The amount is written out, not passed: as it stands in the index of these rows. */
const ofHighValue = sql`${completionRows.userId} from ${completionRows}
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
  first_name: sql`lower(${users.firstName})`,
  email: users.email,
};
const ofStats = {
  last_activity: userStats.lastActivityAt,
  total_completions: userStats.completions,
  spins_used: userStats.spins,
  total_vouchers_won: userStats.vouchersWon,
  total_revenue_generated: userStats.revenuePaise,
};
const orders = { ...ofUser, ...ofStats };

/** The filters alone. */
type Filters = Pick<UserListInput, 'dateRange' | 'performanceFilter' | 'voucherFilter' | 'search'>;

/** Filters by the table that they read: a list that needs one alone does not join the other. */
function filtersOf({ dateRange, performanceFilter, voucherFilter, search }: Filters) {
  const byPerformance = performanceFilter === 'all' ? undefined : performance[performanceFilter];
  const byWins = voucherFilter === 'all' || voucherFilter === 'high_value_vouchers' ? undefined : won[voucherFilter];
  return {
    user: within(users.createdAt, dateRange),
    stats: and(byPerformance, byWins),
    isHighValue: voucherFilter === 'high_value_vouchers',
    found: search ? hasNameOrEmail(search) : undefined,
  };
}

/** Ids of what the filters match, as `key_id`, over no more tables than the filters and the order ask for. */
function matching(
  db: Db,
  input: Filters & { sortOrder?: UserListInput['sortOrder'] },
  sortBy?: UserListInput['sortBy'],
  further?: SQL,
) {
  const { user, stats, found, isHighValue } = filtersOf(input);
  const sortsByStats = sortBy !== undefined && sortBy in ofStats;
  const sortsByUser = sortBy !== undefined && !sortsByStats;
  const where = (id: Column) =>
    and(user, stats, isHighValue ? sql`${id} in (select ${ofHighValue})` : undefined, found, further);
  const key = (column: Column) => ({ id: sql<number>`${column}`.as('key_id') });
  if (stats || sortsByStats) {
    const byHours = sortBy === 'last_activity';
    const readsUsers = user || sortsByUser;
    // The least of something are in the order of their ids: those of the last days come last. So they are gathered.
    const gathered = user && sortsByStats && !byHours && input.sortOrder === 'asc';
    const source = gathered
      ? sql`(select s.* from (select ${users.id} from ${users} where ${user} offset 0) registered
          join ${userStats} s on s.user_id = registered.id offset 0) ${userStats}`
      : userStats;
    let keys = db.select(key(userStats.userId)).from(source).$dynamic();
    if (readsUsers) keys = keys.innerJoin(users, eq(users.id, userStats.userId));
    if (found) keys = keys.innerJoin(userSearch, eq(userSearch.userId, userStats.userId));
    if (byHours) keys = keys.innerJoin(activityHours, eq(activityHours.userId, userStats.userId));
    const hours = byHours ? and(hourThen[input.performanceFilter], hourSince(input.dateRange)) : undefined;
    const inactive = readsUsers && input.performanceFilter === 'inactive' ? inactiveThen : undefined;
    return keys.where(and(where(userStats.userId), inactive, hours));
  }
  if (found && !user && !sortsByUser)
    return db.select(key(userSearch.userId)).from(userSearch).where(where(userSearch.userId));
  let keys = db.select(key(users.id)).from(users).$dynamic();
  if (found) keys = keys.innerJoin(userSearch, eq(userSearch.userId, users.id));
  return keys.where(where(users.id));
}

/** Whom the hour of the last activity tells to be so, whatever its minute. */
const surely: Partial<Record<UserListInput['performanceFilter'], SQL>> = {
  recent_activity: sql`${activityHours.hour} > now() - interval '7 days'`,
  inactive: sql`${activityHours.hour} < now() - interval '30 days 1 hour'`,
};

/** How many the filters match. */
async function countMatching(db: Db, input: UserListInput): Promise<number | Beyond> {
  const { performanceFilter, voucherFilter, total } = input;
  const { user, stats, found, isHighValue } = filtersOf(input);
  const ofHours =
    total === 'capped' && !user && !found && voucherFilter === 'all' ? surely[performanceFilter] : undefined;
  if (ofHours && (await countIn(db, activityHours, ofHours, total)) === BEYOND) return BEYOND;
  if (user || stats || found) return countRows(db, sql`from ${matching(db, input).as('matching')}`, total);
  if (!isHighValue) return countUsers(db);
  return countRows(db, sql`from (select distinct ${ofHighValue}) winners`, total);
}

/** Those by the time of their registration, behind a place: a subquery to be named. */
export function usersBehind(db: Db, input: UserFileInput & FileSlice): SQL {
  const { sortOrder, after, limit } = input;
  const direction = sortOrder === 'asc' ? asc : desc;
  const further = behind({ time: sql`${users.createdAt}`, id: sql`${users.id}` }, sortOrder, after);
  const keys = matching(db, input, 'registration_date', further);
  return sql`(${keys.orderBy(direction(users.createdAt), direction(users.id)).limit(limit)})`;
}

/**
 * Users with their counters. The page's ids are found first and joined after, so that a page costs what it shows and
 * not what there is.
 */
export async function listUsers(kernel: Kernel, input: UserListInput): Promise<AdminUserList> {
  const { page, limit, sortBy } = input;
  const direction = input.sortOrder === 'asc' ? asc : desc;
  const order = direction(orders[sortBy]);
  return kernel.read(async (db) => {
    const keys = matching(db, input, sortBy)
      .orderBy(
        // The hours have an index: what is sorted by the activity itself are those of an hour.
        ...(sortBy === 'last_activity' ? [direction(activityHours.hour)] : []),
        order,
        direction(sortBy in ofStats ? userStats.userId : users.id),
      )
      .limit(limit)
      .offset((page - 1) * limit)
      .as('keys');
    const [rows, total] = await Promise.all([
      db
        .select({ user: users, stats: userStats })
        .from(keys)
        .innerJoin(users, eq(users.id, keys.id))
        .innerJoin(userStatsNow, eq(userStats.userId, keys.id))
        .orderBy(order, direction(users.id)),
      countMatching(db, input),
    ]);
    const pagination = paginate(page, limit, total);
    return {
      users: rows.map(({ user, stats }) => adminUserView(user, stats)),
      pagination: { ...pagination, pages: pagination.totalPages },
    };
  });
}
