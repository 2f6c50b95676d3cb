import { adminSessions, admins, userSessions, users } from '@inaam/db/schema/identity';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { prepared } from '../kernel/prepared.ts';

/** Lucia slides the expiry for ever; from this age on a session ends all the same. */
export const USER_LIFETIME = '180 days';
export const ADMIN_LIFETIME = '7 days';

/**
 * A user's session that is still good, by its public name; none of a suspended user. Whether the address (`ip`) or the
 * device is blocked is read along: every call asks for both.
 */
export const findUserSession = prepared((db) => {
  const { id, userId: personId, expiresAt, device, createdAt } = userSessions;
  return db
    .select({
      id,
      personId,
      expiresAt,
      device,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      verified: sql<boolean>`(${users.emailVerifiedAt} is not null or ${users.verificationWaived})`,
      unseen: sql<boolean>`${userSessions.lastSeenAt} < now() - interval '1 hour'`,
      isBlocked: sql<boolean>`
        exists (select 1 from ip_addresses where address = ${sql.placeholder('ip')} and blocked_at is not null)
        or exists (select 1 from devices where fingerprint = ${device} and blocked_at is not null)`,
    })
    .from(userSessions)
    .innerJoin(users, eq(users.id, personId))
    .where(
      and(
        eq(id, sql.placeholder('id')),
        gt(createdAt, sql`now() - ${USER_LIFETIME}::interval`),
        isNull(users.suspendedAt),
        isNull(users.deletedAt),
      ),
    )
    .prepare('find_user_session');
});

/** An admin's session that is still good, by its public name; none of a deactivated admin. */
export const findAdminSession = prepared((db) => {
  const { id, adminId: personId, expiresAt, createdAt } = adminSessions;
  return db
    .select({
      id,
      personId,
      expiresAt,
      device: sql<null>`null`,
      isBlocked: sql<boolean>`false`,
      username: admins.username,
      email: admins.email,
      unseen: sql<boolean>`false`,
    })
    .from(adminSessions)
    .innerJoin(admins, eq(admins.id, personId))
    .where(
      and(
        eq(id, sql.placeholder('id')),
        gt(createdAt, sql`now() - ${ADMIN_LIFETIME}::interval`),
        isNull(admins.deactivatedAt),
      ),
    )
    .prepare('find_admin_session');
});
