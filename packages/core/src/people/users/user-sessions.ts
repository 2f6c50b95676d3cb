import { DomainError } from '@inaam/contracts/common/errors';
import type { ProfileSession } from '@inaam/contracts/identity/user-profile';
import type { Db } from '@inaam/db/client';
import { userSessions, users } from '@inaam/db/schema/identity';
import { and, desc, eq } from 'drizzle-orm';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { isLiveUserSession } from '../sessions/find-session.ts';

/** Lists a user's live sessions, newest first. */
export async function listUserSessions(db: Db, userId: number): Promise<ProfileSession[]> {
  const rows = await db
    .select()
    .from(userSessions)
    .where(and(eq(userSessions.userId, userId), isLiveUserSession))
    .orderBy(desc(userSessions.createdAt), userSessions.id);
  return rows.map((row) => ({
    session_id: row.id,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    signed_in_by_provider: row.signedInByProvider,
    ip: row.ip,
    device: row.device,
    user_agent: row.userAgent,
  }));
}

/** Signs a user out everywhere. @returns how many sessions ended @throws DomainError USER_NOT_FOUND */
export function endUserSessions({ kernel, actor }: CommandContext, userId: number): Promise<number> {
  return kernel.write(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!user) throw new DomainError('USER_NOT_FOUND');
    const ended = await tx
      .delete(userSessions)
      .where(eq(userSessions.userId, userId))
      .returning({ id: userSessions.id });
    if (ended.length > 0) {
      await writeAuditEntry(tx, actor, {
        action: 'users.end_sessions',
        subject: String(userId),
        after: { ended: ended.length },
      });
    }
    return ended.length;
  });
}
