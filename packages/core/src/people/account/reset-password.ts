import { DomainError } from '@inaam/contracts/common/errors';
import type { Tx } from '@inaam/db/client';
import { users } from '@inaam/db/schema/identity';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Caller } from '../../kernel/actor.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { enqueueMessage } from '../../kernel/mail/enqueue.ts';
import type { MailSettings } from '../../kernel/mail/mailer.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { RateLimits } from '../passwords/rate-limits.ts';
import { limitMails } from './mail-rate-limit.ts';
import { revokeAllAccess } from './revoke-access.ts';
import { generateToken, issueToken, isTokenValid, LIFETIMES, requireToken } from './tokens.ts';

/**
 * Sends a link to an email address if it has an account. The same statements run with and without an account; only the
 * delivery of the mail checks for an account (packages/core/src/outbox/messages/deliver.ts).
 * @throws DomainError MAIL_IS_OFF, TOO_MANY_REQUESTS
 */
export async function sendLink(
  services: { kernel: Kernel; secrets: SecretBox; mail: MailSettings; rateLimits: RateLimits },
  caller: Caller,
  purpose: 'reset_password' | 'sign_in_link',
  email: string,
): Promise<void> {
  await limitMails(services, email, caller.ip);
  await services.kernel.write((tx) => enqueueLink(tx, services, purpose, { email, userId: null }));
}

/** Enqueues a mail with a link. `userId` is null if the caller did not look for an account. */
export async function enqueueLink(
  tx: Tx,
  { secrets }: { secrets: SecretBox },
  purpose: 'reset_password' | 'sign_in_link',
  { email, userId }: { email: string; userId: number | null },
): Promise<void> {
  const { token, id } = await issueToken(tx, secrets, { purpose, email, userId: null });
  await enqueueMessage(tx, secrets, {
    kind: purpose,
    eventKey: String(id),
    userId,
    recipient: email,
    payload: {},
    sealed: { token },
    expiresInSeconds: LIFETIMES[purpose],
  });
}

/** Notifies the owner of a changed password. */
export async function notifyPasswordChanged(
  tx: Tx,
  { secrets }: { secrets: SecretBox },
  { id, email }: { id: number; email: string },
): Promise<void> {
  await enqueueMessage(tx, secrets, {
    kind: 'password_changed',
    // Each change sends its own mail.
    eventKey: generateToken(),
    userId: id,
    recipient: email,
    payload: { at: new Date().toISOString() },
    sealed: {},
  });
}

/**
 * Sets a new password with the link of a mail, and ends all sessions and passkeys. The address then counts as verified,
 * since the link was sent to it.
 * @throws DomainError LINK_NOT_VALID, BAD_INPUT for a refused password
 */
export async function resetPassword(
  services: { kernel: Kernel; secrets: SecretBox; passwords: Passwords },
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { kernel, passwords } = services;
  // The link is checked before hashing, so that anonymous callers cannot trigger hashes.
  if (!(await isTokenValid(kernel, 'reset_password', token))) throw new DomainError('LINK_NOT_VALID');
  const passwordHash = await passwords.hash(password);
  await kernel.write(async (tx) => {
    const { email } = await requireToken(tx, 'reset_password', token);
    const [user] = await tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
      .where(and(eq(users.email, email ?? ''), isNull(users.deletedAt)))
      .returning({ id: users.id, email: users.email });
    if (!user) throw new DomainError('LINK_NOT_VALID');
    await revokeAllAccess(tx, services, user);
    await notifyPasswordChanged(tx, services, user);
  });
}
