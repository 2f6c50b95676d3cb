import { toRupees } from '@inaam/contracts/common/money';
import type { ProfileCompletion, UserProfile } from '@inaam/contracts/identity/user-profile';
import { rewardType } from '@inaam/contracts/spins/reward-type';
import type { Db } from '@inaam/db/client';
import { devices, ipAddresses } from '@inaam/db/schema/fraud';
import { eq } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { getSubjectAuditTrail } from '../../kernel/subject-audit-trail.ts';
import { listWaitingClicks } from '../../ledger/clicks/waiting.ts';
import { listCompletionVouchers } from '../../ledger/vouchers/completion-vouchers.ts';
import { listUserSessions } from '../../people/users/user-sessions.ts';
import { findUserWithStats, listUserCompletions } from './user-detail.ts';
import { toAdminUser } from './user-view.ts';

/**
 * Returns everything about one user for the profile screen.
 * @throws DomainError USER_NOT_FOUND
 */
export async function getUserProfile(kernel: Kernel, userId: number): Promise<UserProfile> {
  return kernel.read(async (db, sql) => {
    const { user, stats } = await findUserWithStats(db, userId);
    const rows = await listUserCompletions(db, userId);
    const completionIds = rows.map(({ completion }) => completion.id);
    const won = await listCompletionVouchers(db, completionIds);
    const current = new Map(
      won.filter((each) => each.withdrawn_at === null).map((each) => [each.completion_id, each] as const),
    );
    return {
      user: {
        ...toAdminUser(user, stats),
        google: user.providerUid !== null,
        email_verified: user.emailVerifiedAt !== null,
        voucher_value: toRupees(stats.voucherValuePaise),
        registration_ip: user.registrationIp,
        registration_device: user.registrationDevice,
        ...(await countRegistrations(db, user.registrationIp, user.registrationDevice)),
        suspended_at: user.suspendedAt?.toISOString() ?? null,
        suspended_note: user.suspendedNote,
        legal_hold: user.legalHoldAt && {
          at: user.legalHoldAt.toISOString(),
          reason: user.legalHoldReason ?? '',
        },
      },
      // The server refuses sessions of a suspended user, so the profile lists none.
      sessions: user.suspendedAt === null ? await listUserSessions(db, userId) : [],
      completions: rows.map(({ completion, offer }) => ({
        completion_id: completion.id,
        offer_id: offer.id,
        title: offer.title,
        category: offer.category,
        reward_type: rewardType(completion.wonPaise === null ? null : toRupees(completion.wonPaise)),
        voucher_code: current.get(completion.id)?.voucher_code ?? null,
        voucher_pin: current.get(completion.id)?.voucher_pin ?? null,
        completed_at: completion.completedAt.toISOString(),
        payout_amount: toRupees(completion.payoutPaise),
        source: completion.source as ProfileCompletion['source'],
        status: completion.status,
        state: completion.state,
      })),
      vouchers: won,
      owed: rows.flatMap(({ completion: { id, state, wonPaise, spunAt } }) =>
        state === 'owed' && wonPaise !== null && spunAt !== null
          ? [{ completion_id: id, amount: toRupees(wonPaise), spun_at: spunAt.toISOString() }]
          : [],
      ),
      waiting_clicks: await listWaitingClicks(sql, userId),
      audit: await getSubjectAuditTrail(db, {
        users: [userId],
        completions: completionIds,
        vouchers: won.map((voucher) => voucher.voucher_id),
      }),
    };
  });
}

/** Counts the accounts registered from this IP address, and those registered on this device. */
async function countRegistrations(db: Db, ip: string | null, device: string | null) {
  const [address] =
    ip === null
      ? []
      : await db.select({ count: ipAddresses.registrationCount }).from(ipAddresses).where(eq(ipAddresses.address, ip));
  const [fingerprint] =
    device === null
      ? []
      : await db.select({ count: devices.registrationCount }).from(devices).where(eq(devices.fingerprint, device));
  return { ip_count: address?.count ?? 0, device_count: fingerprint?.count ?? 0 };
}
