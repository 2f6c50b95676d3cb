import { toRupees } from '@inaam/contracts/common/money';
import type { AdminUser } from '@inaam/contracts/identity/users';
import type { userStats } from '@inaam/db/schema/figures';
import type { users } from '@inaam/db/schema/identity';

/** A user for the back-office, with figures from counters. */
export const toAdminUser = (
  user: typeof users.$inferSelect,
  stats: Pick<
    typeof userStats.$inferSelect,
    'completions' | 'spins' | 'vouchersWon' | 'revenuePaise' | 'lastActivityAt'
  >,
): AdminUser => ({
  user_id: user.id,
  first_name: user.firstName,
  last_name: user.lastName,
  email: user.email,
  registration_date: user.createdAt.toISOString(),
  last_activity: stats.lastActivityAt.toISOString(),
  total_completions: stats.completions,
  spins_used: stats.spins,
  total_vouchers_won: stats.vouchersWon,
  total_revenue_generated: toRupees(stats.revenuePaise),
  is_suspicious: user.suspendedAt !== null,
});
