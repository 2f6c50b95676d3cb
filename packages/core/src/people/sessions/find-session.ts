import type { Role } from '@inaam/contracts/access/permissions';
import { adminSessions, admins, userSessions } from '@inaam/db/schema/identity';
import { and, type Column, eq, gt, isNull, sql } from 'drizzle-orm';
import type { CallerRow } from '../../kernel/caller.ts';
import { prepareQuery } from '../../kernel/prepared.ts';
import { hasFactor } from './has-factor.ts';

/** The maximum age of sessions, because Lucia extends sessions without limit. */
export const USER_SESSION_LIFETIME = '180 days';
export const ADMIN_SESSION_LIFETIME = '7 days';
/** How long after a sign-in or a confirmation of identity an admin counts as recently authenticated. */
const PROOF_LIFETIME = '5 minutes';

/** SQL condition: the user's session has not expired and is not older than the maximum age. */
export const isLiveUserSession = and(
  gt(userSessions.expiresAt, sql`now()`),
  gt(userSessions.createdAt, sql`now() - ${USER_SESSION_LIFETIME}::interval`),
);

/** Remaining ms by the database's clock. A jump of the process's clock must not sign anyone out. */
const leftMs = (expiresAt: Column) =>
  sql<number>`(extract(epoch from ${expiresAt} - now()) * 1000)::float8`.mapWith(Number);

/**
 * Finds an active admin's session by its public ID, if it is not older than the maximum age. The session may have
 * expired: see `leftMs`.
 */
export const findAdminSession = prepareQuery((db) => {
  const { id, adminId: personId, expiresAt, createdAt } = adminSessions;
  return db
    .select({
      id,
      personId,
      leftMs: leftMs(expiresAt),
      device: sql<null>`null`,
      isBlocked: sql<boolean>`false`,
      username: admins.username,
      email: admins.email,
      role: sql<Role>`${admins.role}`,
      isUseOutdated: sql<boolean>`false`,
      hasFactor: hasFactor(sql`${personId}`),
      isRecentlyAuthenticated: sql<boolean>`${adminSessions.verifiedIdentityAt} > now() - ${PROOF_LIFETIME}::interval`,
    })
    .from(adminSessions)
    .innerJoin(admins, eq(admins.id, personId))
    .where(
      and(
        eq(id, sql.placeholder('id')),
        gt(createdAt, sql`now() - ${ADMIN_SESSION_LIFETIME}::interval`),
        isNull(admins.deactivatedAt),
      ),
    )
    .prepare('find_admin_session');
});

/**
 * Finds a user's session by its public ID. Every lookup of a user's session uses this query. Excludes suspended and
 * deleted users, and sessions older than the maximum age. The session may have expired: see `leftMs`. The device is
 * looked up by key: with `exists`, the planner may hash all blocked devices in each call.
 */
export const sessionRow: CallerRow = (query, id, ip) => query`
  select s.id, s.user_id as "personId",
    (extract(epoch from s.expires_at - now()) * 1000)::float8 as "leftMs", s.device, u.first_name as "firstName",
    u.last_name as "lastName", u.email, (u.email_verified_at is not null or u.verification_waived) as verified,
    s.last_seen_at < now() - interval '1 hour' as "isUseOutdated",
    exists (select 1 from ip_addresses where address = ${ip} and blocked_at is not null)
      or coalesce((select blocked_at is not null from devices where fingerprint = s.device), false) as "isBlocked"
  from user_sessions s join users u on u.id = s.user_id
  where s.id = ${id} and s.created_at > now() - ${USER_SESSION_LIFETIME}::interval and u.suspended_at is null
    and u.deleted_at is null`;
