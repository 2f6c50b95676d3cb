import type { FileBatch } from '@inaam/contracts/common/exports';
import { toRupees } from '@inaam/contracts/common/money';
import type { AdminUser, UserFileInput } from '@inaam/contracts/identity/users';
import { userStats } from '@inaam/db/schema/insights';
import { userStatsNow } from '@inaam/db/views/figures';
import { sql } from 'drizzle-orm';
import { batchOf, fileTime, type PlacedRow } from '../../kernel/file-batch.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { usersBehind } from './list-users.ts';

interface Stored extends PlacedRow {
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

/** A batch of the file of users, by the time of their registration: what `listUsers` says of them. */
export async function usersFile(kernel: Kernel, input: UserFileInput): Promise<FileBatch<AdminUser>> {
  const way = sql.raw(input.sortOrder);
  return kernel.read(async (db) => {
    const rows = await db.execute<Stored>(sql`
      select u.id, u.created_at as place, u.first_name, u.last_name, u.email, u.suspended_at is not null as suspended,
        completions, spins, vouchers_won, revenue_paise, last_activity_at
      from ${usersBehind(db, input)} keys
      join users u on u.id = keys.key_id
      join ${userStatsNow} on ${userStats.userId} = keys.key_id
      order by u.created_at ${way}, u.id ${way}`);
    return batchOf(rows, input, (row) => ({
      user_id: row.id,
      first_name: row.first_name,
      last_name: row.last_name,
      email: row.email,
      registration_date: fileTime(row.place),
      last_activity: fileTime(row.last_activity_at),
      total_completions: row.completions,
      spins_used: row.spins,
      total_vouchers_won: row.vouchers_won,
      total_revenue_generated: toRupees(Number(row.revenue_paise)),
      is_suspicious: row.suspended,
    }));
  });
}
