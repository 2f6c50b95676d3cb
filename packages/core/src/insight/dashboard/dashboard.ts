import { toRupees } from '@inaam/contracts/common/money';
import type { CompletionState } from '@inaam/contracts/completions/states';
import type { Dashboard } from '@inaam/contracts/insights/insights';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow, toIso } from '../../kernel/rows.ts';
import { listOwedWins } from '../../ledger/vouchers/owed.ts';
import { listRecentDailyFigures } from '../figures/series.ts';
import { forecastStock, listExpiringSoon } from '../stock/forecast.ts';
import { countUsers } from '../users/count-users.ts';

interface FiguresRow {
  new_users_today: number;
  active_offers: number;
  total_conversions: number;
  revenue_paise: number;
  won_paise: number;
  wins: number;
  available_vouchers: number;
  used_vouchers: number;
}

interface RecentUserRow {
  user_id: number;
  first_name: string;
  last_name: string;
  email: string;
  created_at: string;
}

interface RecentConversionRow {
  completion_id: number;
  user_id: number;
  title: string;
  email: string;
  won_paise: number | null;
  brand: string | null;
  payout_paise: number;
  completed_at: string;
  state: CompletionState;
}

const MAX_RECENT = 10;

/**
 * Reads the dashboard in one call. Days are those of India's calendar.
 * @param days length of the charts in days
 */
export async function getDashboard(kernel: Kernel, days: number): Promise<Dashboard> {
  const [totalUsers, figureRows, recentUsers, recentConversions, series, stock, owed, expiring] = await Promise.all([
    kernel.read((db) => countUsers(db)),
    kernel.read(
      (_, sql) => sql<FiguresRow[]>`
        select users.*, totals.*, vouchers.*, (select count(*) from offers
          where active and id not in (select offer_id from list_house_offers())) as active_offers
        from
          -- Separate subqueries, so that an index answers each.
          (select count(*) as new_users_today from users
           where created_at >= ist_day(now())::timestamp at time zone 'Asia/Kolkata') users,
          (select coalesce(sum(approved), 0)::bigint as total_conversions,
             coalesce(sum(revenue_paise), 0)::bigint as revenue_paise,
             -- Vouchers won with milestones are costs, too.
             (coalesce(sum(won_paise), 0) + (select coalesce(sum(d.won_paise), 0) from offer_days_now() d
               where d.offer_id in (select offer_id from list_house_offers())))::bigint as won_paise,
             coalesce(sum(won), 0)::bigint as wins
           from conversion_totals_now()) totals,
          (select coalesce(sum(total - expired - awarded), 0)::bigint as available_vouchers,
             coalesce(sum(used), 0)::bigint as used_vouchers
           from voucher_counts_now()) vouchers`,
    ),
    kernel.read(
      (_, sql) => sql<RecentUserRow[]>`
        select id as user_id, first_name, last_name, email, created_at from users
        order by created_at desc, id desc limit ${MAX_RECENT}`,
    ),
    kernel.read(
      (_, sql) => sql<RecentConversionRow[]>`
        select c.id as completion_id, c.user_id, o.title, u.email, c.won_paise, v.brand, c.payout_paise, c.completed_at,
          c.state
        from (select * from completion_states
          where approved_at is not null and source <> 'house' order by completed_at desc, id desc
          limit ${MAX_RECENT}) c
        join users u on u.id = c.user_id join offers o on o.id = c.offer_id
        left join completion_vouchers v on v.completion_id = c.id
        order by c.completed_at desc, c.id desc`,
    ),
    listRecentDailyFigures(kernel, days),
    forecastStock(kernel),
    kernel.read((db) => listOwedWins(db)),
    listExpiringSoon(kernel),
  ]);
  const figures = oneRow(figureRows);
  const today = series.at(-1);
  return {
    stats: {
      total_users: totalUsers,
      new_users_today: figures.new_users_today,
      active_offers: figures.active_offers,
      total_conversions: figures.total_conversions,
      conversions_today: today?.conversions ?? 0,
      total_revenue: toRupees(figures.revenue_paise),
      revenue_today: today?.revenue ?? 0,
      total_voucher_value: toRupees(figures.won_paise),
      available_vouchers: figures.available_vouchers,
      used_vouchers: figures.used_vouchers,
      total_rewards_given: figures.wins,
    },
    recentUsers: recentUsers.map((user) => ({ ...user, created_at: toIso(user.created_at) })),
    recentConversions: recentConversions.map((row) => ({
      completion_id: row.completion_id,
      user_id: row.user_id,
      title: row.title,
      email: row.email,
      voucher_won: row.won_paise !== null,
      voucher_amount: row.won_paise === null ? null : toRupees(row.won_paise),
      voucher_brand: row.brand,
      payout_amount: toRupees(row.payout_paise),
      completed_at: toIso(row.completed_at),
      state: row.state,
    })),
    series,
    stock,
    owed,
    expiring,
  };
}
