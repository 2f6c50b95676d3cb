import type { FileBatch } from '@inaam/contracts/common/exports';
import { type OverCap, paginate } from '@inaam/contracts/common/lists';
import { toRupees } from '@inaam/contracts/common/money';
import type { AdminUser, AdminUserList, UserFileInput, UserListInput } from '@inaam/contracts/identity/users';
import type { Db } from '@inaam/db/client';
import { completionRows } from '@inaam/db/schema/completion-rows';
import { userActivityHours, userStats } from '@inaam/db/schema/figures';
import { users } from '@inaam/db/schema/identity';
import { userSearch } from '@inaam/db/schema/user-search';
import { userStatsNow } from '@inaam/db/views/figures';
import { and, between, type Column, eq, gt, gte, isNotNull, type SQL, sql } from 'drizzle-orm';
import { isWithin } from '../../kernel/date-range.ts';
import { formatFileTime } from '../../kernel/export-batch.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { defineList, inOrder, type Order } from '../../kernel/list.ts';
import { byName } from '../../kernel/search.ts';
import { countUsers, countUsersByActivity } from './count-users.ts';
import { hasNameOrEmail } from './search-users.ts';

const { completions, vouchersWon, lastActivityAt } = userStats;

/**
 * Conditions of the filters. Only the hour of the last activity is indexed. The conditions on this hour and on the
 * registration follow from the condition on the activity, and let an index find the users.
 */
const byPerformance: Record<Exclude<UserListInput['performanceFilter'], 'all'>, SQL | undefined> = {
  high: gte(completions, 10),
  medium: between(completions, 5, 9),
  low: between(completions, 1, 4),
  no_completions: eq(completions, 0),
  recent_activity: and(
    sql`${lastActivityAt} >= now() - interval '7 days'`,
    sql`${userActivityHours.hour} >= now() - interval '7 days 1 hour'`,
  ),
  inactive: and(
    sql`${lastActivityAt} < now() - interval '30 days'`,
    sql`${userActivityHours.hour} < now() - interval '30 days'`,
    sql`${users.createdAt} < now() - interval '30 days'`,
  ),
};

const byVouchers: Record<Exclude<UserListInput['voucherFilter'], 'all'>, SQL> = {
  has_vouchers: gt(vouchersWon, 0),
  no_vouchers: eq(vouchersWon, 0),
  multiple_vouchers: gte(vouchersWon, 2),
  // ₹100 and more, written exactly as in the condition of the index.
  high_value_vouchers: sql`${users.id} in (
    select ${completionRows.userId} from ${completionRows} where ${completionRows.wonPaise} >= 10000)`,
};

/** Every user has a row of figures. The condition is always true and lets the planner start from an index. */
const byFigure = (figure: Column): Order => ({ by: [figure, userStats.userId], where: isNotNull(userStats.userId) });
const byRegistration: Order = { by: [users.createdAt, users.id] };

interface UserRow extends Record<string, unknown> {
  id: number;
  created_at: string;
  first_name: string;
  last_name: string;
  email: string;
  suspended: boolean;
  completions: number;
  spins: number;
  vouchers_won: number;
  revenue_paise: string;
  last_activity_at: string;
}

async function readUsers(db: Db, ids: readonly number[]): Promise<AdminUser[]> {
  const rows = await db.execute<UserRow>(sql`
    select u.id, u.created_at, u.first_name, u.last_name, u.email, u.suspended_at is not null as suspended,
      completions, spins, vouchers_won, revenue_paise, last_activity_at
    from ${inOrder(ids)}
    join users u on u.id = keys.id
    join ${userStatsNow} on ${userStats.userId} = keys.id
    order by keys.place`);
  return rows.map((row) => ({
    user_id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    registration_date: formatFileTime(row.created_at),
    last_activity: formatFileTime(row.last_activity_at),
    total_completions: row.completions,
    spins_used: row.spins,
    total_vouchers_won: row.vouchers_won,
    total_revenue_generated: toRupees(Number(row.revenue_paise)),
    is_suspicious: row.suspended,
  }));
}

/** Counts all users, or the users of a filter by last activity; undefined for all other filters. */
function countByIndex(
  db: Db,
  {
    search,
    dateRange,
    performanceFilter,
    voucherFilter,
    total,
  }: Pick<UserListInput, 'search' | 'dateRange' | 'performanceFilter' | 'voucherFilter' | 'total'>,
): Promise<number | OverCap> | undefined {
  if (search || dateRange !== 'all' || voucherFilter !== 'all') return undefined;
  if (performanceFilter === 'all') return countUsers(db);
  if (performanceFilter === 'recent_activity' || performanceFilter === 'inactive')
    return countUsersByActivity(db, performanceFilter, total);
  return undefined;
}

const list = defineList<UserListInput, void, AdminUser>({
  sources: () => [
    sql`${users}
      left join ${userStats} on ${userStats.userId} = ${users.id}
      left join ${userSearch} on ${userSearch.userId} = ${users.id}
      left join ${userActivityHours} on ${userActivityHours.userId} = ${users.id}`,
  ],
  id: users.id,
  filters: {
    dateRange: (range) => isWithin(users.createdAt, range),
    performanceFilter: (kind) => (kind === 'all' ? undefined : byPerformance[kind]),
    voucherFilter: (kind) => (kind === 'all' ? undefined : byVouchers[kind]),
  },
  search: (search) => hasNameOrEmail(search),
  orders: {
    registration_date: byRegistration,
    created_at: byRegistration,
    first_name: { by: [byName(users.firstName), users.id] },
    email: { by: [users.email, users.id] },
    last_activity: {
      by: [userActivityHours.hour, lastActivityAt, userStats.userId],
      where: and(isNotNull(userActivityHours.userId), isNotNull(userStats.userId)),
    },
    total_completions: byFigure(completions),
    spins_used: byFigure(userStats.spins),
    total_vouchers_won: byFigure(vouchersWon),
    total_revenue_generated: byFigure(userStats.revenuePaise),
  },
  exportOrder: users.createdAt,
  columns: readUsers,
  countFast: countByIndex,
});

export async function listUsers(kernel: Kernel, input: UserListInput): Promise<AdminUserList> {
  const [rows, total] = await kernel.read((db) => Promise.all([list.readPage(db, input), list.count(db, input)]));
  const pagination = paginate(input.page, input.limit, total);
  return { users: rows, pagination: { ...pagination, pages: pagination.totalPages } };
}

/** Reads a batch of the CSV export of users, ordered by registration time. */
export const usersFile = (kernel: Kernel, input: UserFileInput): Promise<FileBatch<AdminUser>> =>
  kernel.read((db) => list.file(db, input));
