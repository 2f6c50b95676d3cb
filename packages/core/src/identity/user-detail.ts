import { DomainError } from '@inaam/contracts/common/errors';
import { toRupees } from '@inaam/contracts/common/money';
import type { UserDetail } from '@inaam/contracts/identity/users';
import { rewardType } from '@inaam/contracts/spins/reward-type';
import type { Db } from '@inaam/db/client';
import { users } from '@inaam/db/schema/identity';
import { userStats } from '@inaam/db/schema/insights';
import { offers } from '@inaam/db/schema/offers';
import { completionStates } from '@inaam/db/views/completions';
import { userStatsNow } from '@inaam/db/views/figures';
import { spinStates } from '@inaam/db/views/spins';
import { voucherStates } from '@inaam/db/views/vouchers';
import { desc, eq } from 'drizzle-orm';
import { heldNow, stateOfSpin } from '../completions/state.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { maskedCode, type ShowCode, storedCode } from '../vouchers/codes.ts';
import { adminUserView } from './user-view.ts';

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

/** A user's completions with what was won, newest first. */
export const completionsOfUser = (db: Db, userId: number) =>
  db
    .select({
      completion: completionStates,
      held: heldNow,
      offer: { id: offers.id, title: offers.title, category: offers.category },
      spin: { outcome: spinStates.outcome, spunAt: spinStates.spunAt, amountPaise: spinStates.amountPaise },
      voucher: storedCode(voucherStates),
    })
    .from(completionStates)
    .innerJoin(offers, eq(offers.id, completionStates.offerId))
    .innerJoin(spinStates, eq(spinStates.completionId, completionStates.id))
    .leftJoin(voucherStates, eq(voucherStates.completionId, completionStates.id))
    .where(eq(completionStates.userId, userId))
    .orderBy(desc(completionStates.completedAt), desc(completionStates.id));

/**
 * A user with all completions, as the documented call gives them.
 * @param show how codes are written; see `showingCodes`
 * @throws DomainError USER_NOT_FOUND
 */
export async function userDetail(kernel: Kernel, userId: number, show: ShowCode = maskedCode): Promise<UserDetail> {
  return kernel.read(async (db) => {
    const { user, stats } = await findUserWithStats(db, userId);
    const rows = await completionsOfUser(db, userId);
    return {
      user: adminUserView(user, stats),
      completions: rows.map(({ completion, held, offer, spin, voucher }) => ({
        completion_id: completion.id,
        title: offer.title,
        category: offer.category,
        completed_at: completion.completedAt.toISOString(),
        spinner_used: spin.spunAt !== null,
        reward_type: rewardType(spin.amountPaise === null ? null : toRupees(spin.amountPaise)),
        voucher_code: voucher && show(voucher),
        state: stateOfSpin({ status: completion.status, outcome: spin.outcome, held }),
      })),
    };
  });
}
