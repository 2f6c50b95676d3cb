import { DomainError } from '@inaam/contracts/common/errors';
import type { Language } from '@inaam/contracts/common/language';
import { userProviderChanges } from '@inaam/db/schema/figures';
import { users } from '@inaam/db/schema/identity';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { UserActor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { enqueueMessage } from '../../kernel/mail/enqueue.ts';
import type { MailSettings } from '../../kernel/mail/mailer.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { RateLimits } from '../passwords/rate-limits.ts';
import type { SignInLimiter } from '../passwords/sign-in-limiter.ts';
import { toEmailTakenError } from '../users/accounts.ts';
import { limitMails } from './mail-rate-limit.ts';
import { enqueueLink, notifyPasswordChanged } from './reset-password.ts';
import { revokeAllAccess } from './revoke-access.ts';
import {
  checkCode,
  consumeCode,
  issueToken,
  LIFETIMES,
  requireToken,
  revokeUndoLinks,
  type TokenRow,
} from './tokens.ts';

type Command = CommandContext<object, UserActor>;
/** A command that requires the current password. */
type ConfirmingCommand = CommandContext<{ signInLimiter: SignInLimiter; passwords: Passwords }, UserActor>;

/**
 * Checks the current password before actions that a session alone must not allow, because a session may be stolen. A
 * user without a password must set one by mail first.
 * @throws DomainError WRONG_CURRENT_PASSWORD, TOO_MANY_REQUESTS
 */
export async function confirmPassword({ kernel, actor, signInLimiter, passwords }: ConfirmingCommand, given: string) {
  const [user] = await kernel.read((db) => db.select().from(users).where(eq(users.id, actor.id)));
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  const matches = await signInLimiter.guard({ realm: 'user', account: user.email, ip: actor.ip }, () =>
    passwords.verify(given, user.passwordHash),
  );
  if (!matches) {
    const text = user.passwordHash === null ? 'This account has no password yet. Reset it by mail first.' : undefined;
    throw new DomainError('WRONG_CURRENT_PASSWORD', { field: 'password', ...(text && { text }) });
  }
  return user;
}

/**
 * Changes the password, if the current password is right. Ends all other sessions and pending links.
 * @param sessionId the session that stays
 * @throws DomainError WRONG_CURRENT_PASSWORD, TOO_MANY_REQUESTS, BAD_INPUT for a refused password
 */
export async function changePassword(
  command: ConfirmingCommand & { secrets: SecretBox },
  sessionId: string,
  input: { password: string; newPassword: string },
): Promise<void> {
  const user = await confirmPassword(command, input.password);
  const passwordHash = await command.passwords.hash(input.newPassword, 'newPassword');
  await command.kernel.write(async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id));
    await revokeAllAccess(tx, command, user, { keepSession: sessionId, keepPasskeys: true });
    await notifyPasswordChanged(tx, command, user);
  });
}

/** Sets the language of the app and of mails. */
export async function setLanguage({ kernel, actor }: Command, { language }: { language: Language }): Promise<void> {
  await kernel.runIdempotent((query) => query`update users set language = ${language} where id = ${actor.id}`);
}

export async function changeNames(
  { kernel, actor }: Command,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  await kernel.runIdempotent(
    (query) => query`update users set first_name = ${firstName}, last_name = ${lastName} where id = ${actor.id}`,
  );
}

/**
 * Sends a link and a code to a new email address. The account's address changes only when the link or the code is used.
 * Only a reader of the new mailbox learns whether the address is taken.
 * @throws DomainError WRONG_CURRENT_PASSWORD, BAD_INPUT for the current address, MAIL_IS_OFF, TOO_MANY_REQUESTS
 */
export async function requestEmailChange(
  command: ConfirmingCommand & { secrets: SecretBox; mail: MailSettings; rateLimits: RateLimits },
  { email, password }: { email: string; password: string },
): Promise<void> {
  const user = await confirmPassword(command, password);
  if (user.email === email)
    throw new DomainError('BAD_INPUT', { text: 'This is already your email address', field: 'email' });
  await limitMails(command, email, command.actor.ip);
  await command.kernel.write(async (tx) => {
    const purpose = 'change_email';
    const { token, code, id } = await issueToken(tx, command.secrets, { purpose, email, userId: user.id });
    await enqueueMessage(tx, command.secrets, {
      kind: 'confirm_email',
      eventKey: String(id),
      userId: user.id,
      recipient: email,
      payload: {},
      sealed: { token, code },
      expiresInSeconds: LIFETIMES[purpose],
    });
  });
}

/** @throws DomainError LINK_NOT_VALID, EMAIL_TAKEN */
export const confirmEmailByLink = (services: { kernel: Kernel; secrets: SecretBox }, token: string): Promise<void> =>
  changeEmail(services, (tx) => requireToken(tx, 'change_email', token));

/** @throws DomainError CODE_WRONG, EMAIL_TAKEN */
export async function confirmEmailByCode(command: Command & { secrets: SecretBox }, code: string): Promise<void> {
  const found = await checkCode(command, 'change_email', { userId: command.actor.id }, code);
  await changeEmail(command, (tx) => consumeCode(tx, found));
}

type ConsumeToken = (tx: Parameters<typeof consumeCode>[0]) => Promise<TokenRow>;

/**
 * Changes the email address. If the old address was verified, it gets a notice with a link. For 7 days, this link can
 * undo the change and all later changes.
 */
async function changeEmail(
  { kernel, secrets }: { kernel: Kernel; secrets: SecretBox },
  consume: ConsumeToken,
): Promise<void> {
  await kernel
    .write(async (tx) => {
      const { userId, email } = await consume(tx);
      const [user] = await tx
        .select()
        .from(users)
        .where(and(eq(users.id, userId ?? 0), isNull(users.deletedAt)))
        .for('update');
      if (!user || email === null) throw new DomainError('LINK_NOT_VALID');
      await tx.update(users).set({ email, emailVerifiedAt: sql`now()` }).where(eq(users.id, user.id));
      // An old address that was never verified may be a stranger's. It gets neither a link nor any text that the user
      // typed.
      if (user.emailVerifiedAt === null) return;
      const oldEmail = user.email;
      const { token, id } = await issueToken(tx, secrets, { purpose: 'undo_email', email: oldEmail, userId: user.id });
      await enqueueMessage(tx, secrets, {
        kind: 'email_changed',
        eventKey: String(id),
        userId: user.id,
        recipient: oldEmail,
        payload: { email },
        sealed: { token },
        expiresInSeconds: LIFETIMES.undo_email,
      });
    })
    .catch(toEmailTakenError);
}

/** Removes a Google account that was linked after the change, since an attacker may have linked it. */
const unlinkProviderLinkedSince = (at: Date | undefined) => sql`
  case when not exists (
    select from ${userProviderChanges} g where g.user_id = ${users.id} and g.joined
      and g.at >= ${at?.toISOString() ?? null}::timestamptz)
  then ${users.providerUid} end`;

/**
 * Restores the email address that the link was sent to and revokes undo links of later changes. An attacker who changed
 * the address knew the password. So all access ends, including that of a Google account linked after the change, and a
 * reset link is sent.
 * @throws DomainError LINK_NOT_VALID, EMAIL_TAKEN
 */
export async function undoEmailChange(
  services: { kernel: Kernel; secrets: SecretBox; passwords: Passwords },
  token: string,
): Promise<void> {
  const { kernel, passwords } = services;
  await kernel
    .write(async (tx) => {
      const { userId, email } = await requireToken(tx, 'undo_email', token);
      if (userId === null || email === null) throw new DomainError('LINK_NOT_VALID');
      // Locks the user's row first. This waits for a concurrent change to commit, so that its undo link is revoked too.
      const [user] = await tx
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, userId), isNull(users.deletedAt)))
        .for('update');
      if (!user) throw new DomainError('LINK_NOT_VALID');
      const changedAt = await revokeUndoLinks(tx, userId, email);
      await tx
        .update(users)
        .set({
          email,
          emailVerifiedAt: sql`now()`,
          passwordHash: passwords.unusableHash,
          providerUid: unlinkProviderLinkedSince(changedAt),
        })
        .where(eq(users.id, userId));
      await revokeAllAccess(tx, services, { id: userId, email });
      await enqueueLink(tx, services, 'reset_password', { email, userId });
    })
    .catch(toEmailTakenError);
}
