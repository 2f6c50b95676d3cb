import type { AccountOverview, AccountSession } from '@inaam/contracts/account/account';
import { DomainError } from '@inaam/contracts/common/errors';
import { isLanguage } from '@inaam/contracts/common/language';
import { passkeys } from '@inaam/db/schema/accounts';
import { userSessions, users } from '@inaam/db/schema/identity';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { UserActor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { MailSettings } from '../../kernel/mail/mailer.ts';
import { browserName } from '../sessions/browser-name.ts';
import { isLiveUserSession } from '../sessions/find-session.ts';
import type { AccountPolicy } from './account-policy.ts';
import { listChangedTerms } from './consents.ts';

/** Whether the user must verify the email address before a spin. */
export const mustVerify = (accounts: AccountPolicy, isVerified: boolean): boolean =>
  accounts.verifyBeforeSpin && !isVerified;

/** Returns the user's own account overview. */
export async function accountOverview(
  { kernel, mail, accounts }: { kernel: Kernel; mail: MailSettings; accounts: AccountPolicy },
  userId: number,
): Promise<AccountOverview> {
  const [user] = await kernel.read((db) => db.select().from(users).where(eq(users.id, userId)));
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  const keys = await kernel.read((db) =>
    db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.createdAt)),
  );
  const verified = user.emailVerifiedAt !== null;
  return {
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    email_verified: verified,
    must_verify: mustVerify(accounts, verified || user.verificationWaived),
    mail: mail.mailer.isOn,
    has_password: user.passwordHash !== null,
    google: user.providerUid !== null,
    deletion_due_at: user.deletionDueAt?.toISOString() ?? null,
    changed_texts: await listChangedTerms({ kernel, accounts }, userId),
    language: isLanguage(user.language) ? user.language : null,
    passkeys: keys.map((key) => ({
      passkey_id: key.id,
      name: key.name,
      created_at: key.createdAt.toISOString(),
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
    })),
  };
}

/** Lists the user's live sessions: the current one first, then the others, last used first. */
export async function ownSessions(
  { kernel }: { kernel: Kernel },
  userId: number,
  currentSessionId: string,
): Promise<AccountSession[]> {
  const rows = await kernel.read((db) =>
    db
      .select()
      .from(userSessions)
      .where(and(eq(userSessions.userId, userId), isLiveUserSession))
      .orderBy(desc(sql`${userSessions.id} = ${currentSessionId}`), desc(userSessions.lastSeenAt), userSessions.id),
  );
  return rows.map((row) => ({
    session_id: row.id,
    present: row.id === currentSessionId,
    browser: browserName(row.userAgent),
    ip: row.ip,
    google: row.signedInByProvider,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
  }));
}

/** Ends one of the user's own sessions. Ignores other users' sessions and sessions that have ended. */
export async function endOwnSession(
  { kernel, actor }: CommandContext<object, UserActor>,
  sessionId: string,
): Promise<void> {
  await kernel.runIdempotent(
    (query) => query`delete from user_sessions where id = ${sessionId} and user_id = ${actor.id}`,
  );
}

/** Ends all of the user's sessions except one. @returns how many ended */
export async function endOtherSessions(
  { kernel, actor }: CommandContext<object, UserActor>,
  currentSessionId: string,
): Promise<number> {
  const ended = await kernel.write((tx) =>
    tx
      .delete(userSessions)
      .where(and(eq(userSessions.userId, actor.id), ne(userSessions.id, currentSessionId)))
      .returning({ id: userSessions.id }),
  );
  return ended.length;
}
