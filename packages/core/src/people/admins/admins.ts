import type { AdminList, OwnSessions, SetRoleInput } from '@inaam/contracts/access/admins';
import { includesRole, type Role } from '@inaam/contracts/access/permissions';
import { DomainError } from '@inaam/contracts/common/errors';
import type { OwnAdmin } from '@inaam/contracts/identity/sign-in';
import type { Tx } from '@inaam/db/client';
import { adminSessions, admins } from '@inaam/db/schema/identity';
import { adminPasskeys, adminRecoveryCodes, adminTotp } from '@inaam/db/schema/second-factor';
import { and, asc, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Actor, AdminActor } from '../../kernel/actor.ts';
import { type ApprovalContext, requiresApproval } from '../../kernel/approval.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { BackOfficePolicy } from '../../kernel/back-office-policy.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { acquireLock } from '../../kernel/locks.ts';
import { revokeAdminKeys } from '../keys/api-keys.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { SignInLimiter } from '../passwords/sign-in-limiter.ts';
import { hasFactor } from '../sessions/has-factor.ts';
import type { AuthenticatedAdmin } from '../sessions/session-tables.ts';
import { requireRoleAtMost } from './admin-register.ts';

/** Returns the signed-in admin's own profile. */
export const ownAdmin = (
  { backOfficePolicy }: { backOfficePolicy: BackOfficePolicy },
  { username, email, role, hasFactor: has_factor }: AuthenticatedAdmin,
): OwnAdmin => ({
  username,
  email,
  role,
  has_factor,
  must_set_up_factor: backOfficePolicy.secondFactorRequired && !has_factor,
});

/** Lists admins, oldest first. */
export async function listAdmins(kernel: Kernel, selfId: number): Promise<AdminList> {
  const columns = { row: admins, has_factor: hasFactor(sql`admins.id`) };
  const rows = await kernel.read((db) => db.select(columns).from(admins).orderBy(asc(admins.id)));
  return {
    admins: rows.map(({ row, has_factor }) => ({
      has_factor,
      admin_id: row.id,
      username: row.username,
      email: row.email,
      role: row.role as Role,
      created_at: row.createdAt.toISOString(),
      last_sign_in_at: row.lastSignInAt?.toISOString() ?? null,
      is_active: row.deactivatedAt === null,
      is_self: row.id === selfId,
    })),
  };
}

/**
 * Deactivates an admin and ends their sessions and keys. Idempotent.
 * @throws DomainError ADMIN_NOT_FOUND, ADMIN_IS_SELF, ADMIN_IS_LAST, ROLE_TOO_LOW for an admin above the actor
 */
export async function deactivateAdmin({ kernel, actor }: CommandContext, adminId: number): Promise<void> {
  await kernel.write(async (tx) => {
    const admin = await lockAdmin(tx, actor, adminId);
    if (admin.deactivatedAt !== null) return;
    if (admin.role === 'owner') await requireAnotherOwner(tx, adminId);
    await tx.update(admins).set({ deactivatedAt: sql`now()` }).where(eq(admins.id, adminId));
    await tx.delete(adminSessions).where(eq(adminSessions.adminId, adminId));
    await revokeAdminKeys(tx, actor, adminId);
    await writeAuditEntry(tx, actor, {
      action: 'admins.deactivate',
      subject: String(adminId),
      before: { username: admin.username, role: admin.role, active: true },
      after: { username: admin.username, active: false },
    });
  });
}

/**
 * Changes an admin's role, effective from their next call.
 * @throws DomainError ADMIN_NOT_FOUND, ADMIN_IS_SELF, ADMIN_IS_LAST, ROLE_TOO_LOW if the old or the new role is above
 *   the actor's, WAITS_FOR_APPROVAL for a higher role
 */
export const setAdminRole = requiresApproval({
  name: 'admins.set_role',
  role: 'manager',
  async judge(tx, { actor }: ApprovalContext, { admin_id, role }: SetRoleInput) {
    requireRoleAtMost(actor, role);
    const admin = await lockAdmin(tx, actor, admin_id);
    const { username, email, role: role_before } = admin;
    const isHigher = !includesRole(role_before as Role, role);
    return {
      state: admin,
      facts: isHigher ? { kind: 'role', summary: { admin_id, username, email, role_before, role } } : undefined,
    };
  },
  act: (tx, { actor }, { role }, admin) => changeRole(tx, actor, admin, role),
  answer: () => undefined,
});

/** @param admin the row, locked */
async function changeRole(tx: Tx, actor: Actor, admin: typeof admins.$inferSelect, role: Role): Promise<void> {
  if (admin.role === role) return;
  if (admin.role === 'owner') await requireAnotherOwner(tx, admin.id);
  await tx.update(admins).set({ role }).where(eq(admins.id, admin.id));
  await writeAuditEntry(tx, actor, {
    action: 'admins.set_role',
    subject: String(admin.id),
    before: { username: admin.username, role: admin.role },
    after: { username: admin.username, role },
  });
}

/** Locks an admin's row. Changes of admins run one at a time. */
async function lockAdmin(tx: Tx, actor: Actor, adminId: number) {
  if (actor.kind === 'admin' && adminId === actor.id) throw new DomainError('ADMIN_IS_SELF');
  // Without this lock, two owners could deactivate each other at the same time.
  await acquireLock(tx, 'admins');
  const [admin] = await tx.select().from(admins).where(eq(admins.id, adminId)).for('update');
  if (!admin) throw new DomainError('ADMIN_NOT_FOUND');
  await requireStillAllowed(tx, actor, admin.role as Role);
  return admin;
}

/** Checks the actor's role again: the actor may have lost access while waiting for the lock. */
async function requireStillAllowed(tx: Tx, actor: Actor, role: Role): Promise<void> {
  if (actor.kind !== 'admin') return requireRoleAtMost(actor, role);
  const [self] = await tx
    .select()
    .from(admins)
    .where(and(eq(admins.id, actor.id ?? 0), isNull(admins.deactivatedAt)));
  if (!self) throw new DomainError('NOT_SIGNED_IN');
  requireRoleAtMost({ ...actor, role: self.role as Role }, role);
}

/**
 * Removes an admin's second factors and recovery codes and ends their sessions. The admin then signs in by password and
 * sets up new factors.
 * @throws DomainError ADMIN_NOT_FOUND, ADMIN_IS_SELF, ROLE_TOO_LOW for an admin above the actor
 */
export async function resetSecondFactor({ kernel, actor }: CommandContext, adminId: number): Promise<void> {
  await kernel.write(async (tx) => {
    const admin = await lockAdmin(tx, actor, adminId);
    await tx.delete(adminPasskeys).where(eq(adminPasskeys.adminId, adminId));
    await tx.delete(adminTotp).where(eq(adminTotp.adminId, adminId));
    await tx.delete(adminRecoveryCodes).where(eq(adminRecoveryCodes.adminId, adminId));
    await tx.delete(adminSessions).where(eq(adminSessions.adminId, adminId));
    const after = { username: admin.username };
    await writeAuditEntry(tx, actor, { action: 'admins.reset_factors', subject: String(adminId), after });
  });
}

/** @throws DomainError ADMIN_IS_LAST */
async function requireAnotherOwner(tx: Tx, adminId: number): Promise<void> {
  const others = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(isNull(admins.deactivatedAt), eq(admins.role, 'owner'), ne(admins.id, adminId)));
  if (others.length === 0) throw new DomainError('ADMIN_IS_LAST');
}

/**
 * Changes the admin's own password and ends all other sessions.
 * @param input `sessionId`: the session that stays
 * @throws DomainError WRONG_CURRENT_PASSWORD, TOO_MANY_REQUESTS, BAD_INPUT for a refused password
 */
export async function changeOwnPassword(
  {
    kernel,
    passwords,
    signInLimiter,
    actor,
  }: CommandContext<{ passwords: Passwords; signInLimiter: SignInLimiter }, AdminActor>,
  input: { sessionId: string; currentPassword: string; newPassword: string },
): Promise<void> {
  const { id: adminId } = actor;
  const [admin] = await kernel.read((db) => db.select().from(admins).where(eq(admins.id, adminId)));
  if (!admin) throw new DomainError('NOT_SIGNED_IN');
  const matches = await signInLimiter.guard({ realm: 'admin', account: `password of ${adminId}`, ip: actor.ip }, () =>
    passwords.verify(input.currentPassword, admin.passwordHash),
  );
  if (!matches) throw new DomainError('WRONG_CURRENT_PASSWORD', { field: 'currentPassword' });
  const words = [admin.username, admin.email];
  const passwordHash = await passwords.hash(input.newPassword, 'newPassword', words);
  await kernel.write(async (tx) => {
    await tx.update(admins).set({ passwordHash }).where(eq(admins.id, adminId));
    await tx
      .delete(adminSessions)
      .where(and(eq(adminSessions.adminId, adminId), ne(adminSessions.id, input.sessionId)));
    await writeAuditEntry(tx, actor, { action: 'admins.change_password', subject: String(adminId) });
  });
}

/** Lists the admin's own live sessions, newest first. */
export async function listOwnSessions(kernel: Kernel, adminId: number, currentId: string): Promise<OwnSessions> {
  const rows = await kernel.read((db) =>
    db
      .select()
      .from(adminSessions)
      .where(and(eq(adminSessions.adminId, adminId), gt(adminSessions.expiresAt, sql`now()`)))
      .orderBy(desc(adminSessions.createdAt)),
  );
  return {
    sessions: rows.map((row) => ({
      sessionId: row.id,
      created_at: row.createdAt.toISOString(),
      expires_at: row.expiresAt.toISOString(),
      ip: row.ip,
      user_agent: row.userAgent,
      is_current: row.id === currentId,
    })),
  };
}

/** Ends one or all of the admin's own sessions. Other admins' sessions are ignored. */
export async function endOwnSessions(
  { kernel, actor }: CommandContext<object, AdminActor>,
  sessionId?: string,
): Promise<void> {
  const isOwn = eq(adminSessions.adminId, actor.id);
  await kernel.write(async (tx) => {
    const ended = await tx
      .delete(adminSessions)
      .where(sessionId === undefined ? isOwn : and(isOwn, eq(adminSessions.id, sessionId)))
      .returning({ id: adminSessions.id });
    if (ended.length === 0) return;
    await writeAuditEntry(tx, actor, {
      action: 'admins.end_sessions',
      subject: String(actor.id),
      after: { ended: ended.length },
    });
  });
}
