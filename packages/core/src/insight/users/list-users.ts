import type { FileSlice } from '@inaam/contracts/common/exports';
import { BEYOND, type Beyond, paginate } from '@inaam/contracts/common/lists';
import type { AdminUserList, UserFileInput, UserListInput } from '@inaam/contracts/identity/users';
import type { Db } from '@inaam/db/client';
import { users } from '@inaam/db/schema/identity';
import { activityHours, userStats } from '@inaam/db/schema/insights';
import { userStatsNow } from '@inaam/db/views/figures';
import { asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { behind } from '../../kernel/file-batch.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { countIn, countRows } from '../../kernel/totals.ts';
import { countUsers } from './count-users.ts';
import {
  filtersOf,
  matchingUsers,
  ofHighValue,
  ofStats,
  orders,
  type Registered,
  registeredIn,
} from './matching-users.ts';
import { adminUserView } from './user-view.ts';

/** Whom the hour of the last activity tells to be so, whatever its minute. */
const surely: Partial<Record<UserListInput['performanceFilter'], SQL>> = {
  recent_activity: sql`${activityHours.hour} > now() - interval '7 days'`,
  inactive: sql`${activityHours.hour} < now() - interval '30 days 1 hour'`,
};

/** How many the filters match. */
async function countMatching(
  db: Db,
  input: UserListInput,
  registered: Registered | undefined,
): Promise<number | Beyond> {
  const { performanceFilter, voucherFilter, total } = input;
  const { user, stats, found, isHighValue } = filtersOf(input);
  const ofHours =
    total === 'capped' && !user && !found && voucherFilter === 'all' ? surely[performanceFilter] : undefined;
  if (ofHours && (await countIn(db, activityHours, ofHours, total)) === BEYOND) return BEYOND;
  if (user || stats || found)
    return countRows(db, sql`from ${matchingUsers(db, input, { registered }).as('matching')}`, total);
  if (!isHighValue) return countUsers(db);
  return countRows(db, sql`from (select distinct ${ofHighValue}) winners`, total);
}

/** Those by the time of their registration, behind a place: a subquery to be named. */
export function usersBehind(db: Db, input: UserFileInput & FileSlice): SQL {
  const { sortOrder, after, limit } = input;
  const direction = sortOrder === 'asc' ? asc : desc;
  const further = behind({ time: sql`${users.createdAt}`, id: sql`${users.id}` }, sortOrder, after);
  const keys = matchingUsers(db, input, { sortBy: 'registration_date', further });
  return sql`(${keys.orderBy(direction(users.createdAt), direction(users.id)).limit(limit)})`;
}

/** Are they in the order of their registration, and is that all that is asked for? Then its index is enough. */
const isByTime = ({ sortBy, performanceFilter, voucherFilter }: UserListInput): boolean =>
  orders[sortBy] === users.createdAt && performanceFilter === 'all' && voucherFilter === 'all';

/**
 * Users with their counters. The page's ids are found first and joined after, so that a page costs what it shows and
 * not what there is.
 */
export async function listUsers(kernel: Kernel, input: UserListInput): Promise<AdminUserList> {
  const { page, limit, sortBy } = input;
  const direction = input.sortOrder === 'asc' ? asc : desc;
  const order = direction(orders[sortBy]);
  return kernel.read(async (db) => {
    const registered = isByTime(input) ? undefined : await registeredIn(db, input.dateRange);
    const keys = matchingUsers(db, input, { sortBy, registered })
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
      countMatching(db, input, registered),
    ]);
    const pagination = paginate(page, limit, total);
    return {
      users: rows.map(({ user, stats }) => adminUserView(user, stats)),
      pagination: { ...pagination, pages: pagination.totalPages },
    };
  });
}
