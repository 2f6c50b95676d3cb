import { DomainError } from '@inaam/contracts/common/errors';
import { toRupees } from '@inaam/contracts/common/money';
import type { UserDetail } from '@inaam/contracts/identity/users';
import { rewardType } from '@inaam/contracts/spins/reward-type';
import type { Db } from '@inaam/db/client';
import { userStats } from '@inaam/db/schema/figures';
import { users } from '@inaam/db/schema/identity';
import { offers } from '@inaam/db/schema/offers';
import { completionStates } from '@inaam/db/views/completions';
import { userStatsNow } from '@inaam/db/views/figures';
import { completionVouchers } from '@inaam/db/views/vouchers';
import { desc, eq, inArray } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { type FormatCode, formatMasked, NO_CODE, type StoredCode, storedCode } from '../../ledger/vouchers/codes.ts';
import { toAdminUser } from './user-view.ts';

/** @throws DomainError USER_NOT_FOUND */
export async function findUserWithStats(db: Db, userId: number) {
  const [row] = await db
    .select({ user: users, stats: userStats })
    .from(users)
    .innerJoin(userStatsNow, eq(userStats.userId, users.id))
    .where(eq(users.id, userId));
  if (!row) throw new DomainError('USER_NOT_FOUND');
  return row;
}

/** Lists a user's completions, newest first. */
export async function listUserCompletions(db: Db, userId: number) {
  return db
    .select({
      completion: completionStates,
      offer: { id: offers.id, title: offers.title, category: offers.category },
    })
    .from(completionStates)
    .innerJoin(offers, eq(offers.id, completionStates.offerId))
    .where(eq(completionStates.userId, userId))
    .orderBy(desc(completionStates.completedAt), desc(completionStates.id));
}

/** Reads stored voucher codes by completion. */
async function readCodes(db: Db, completionIds: readonly number[]): Promise<Map<number, StoredCode>> {
  if (completionIds.length === 0) return new Map();
  const rows = await db
    .select({ completionId: completionVouchers.completionId, voucher: storedCode })
    .from(completionVouchers)
    .where(inArray(completionVouchers.completionId, [...completionIds]));
  return new Map(rows.map(({ completionId, voucher }) => [completionId, voucher]));
}

/**
 * Returns a user with all completions, as documented for the API.
 * @param show how codes are formatted; see `withReadableCodes`
 * @throws DomainError USER_NOT_FOUND
 */
export async function getUserDetail(
  kernel: Kernel,
  userId: number,
  show: FormatCode = formatMasked,
): Promise<UserDetail> {
  return kernel.read(async (db) => {
    const { user, stats } = await findUserWithStats(db, userId);
    const rows = await listUserCompletions(db, userId);
    const codes = await readCodes(
      db,
      rows.map(({ completion }) => completion.id),
    );
    return {
      user: toAdminUser(user, stats),
      completions: rows.map(({ completion, offer }) => {
        const code = codes.get(completion.id);
        return {
          completion_id: completion.id,
          title: offer.title,
          category: offer.category,
          completed_at: completion.completedAt.toISOString(),
          spinner_used: completion.spunAt !== null,
          reward_type: rewardType(completion.wonPaise === null ? null : toRupees(completion.wonPaise)),
          ...(code ? show(code) : NO_CODE),
          state: completion.state,
        };
      }),
    };
  });
}
