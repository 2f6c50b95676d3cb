import { DomainError } from '@inaam/contracts/common/errors';
import type { SignedInUser } from '@inaam/contracts/identity/sign-in';
import type { Tx } from '@inaam/db/client';
import { users } from '@inaam/db/schema/identity';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Caller, UserActor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { enqueueMessage } from '../../kernel/mail/enqueue.ts';
import type { MailSettings } from '../../kernel/mail/mailer.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { RateLimits } from '../passwords/rate-limits.ts';
import { createAccount, type NewAccount, toEmailTakenError } from '../users/accounts.ts';
import type { AccountPolicy } from './account-policy.ts';
import { recordConsent } from './consents.ts';
import { limitMails } from './mail-rate-limit.ts';
import type { SignInServices } from './sign-in.ts';
import { openUserSession, type SignedIn, type SignInResult } from './sign-in.ts';
import { checkCode, consumeCode, consumeToken, issueToken, LIFETIMES, type TokenRow } from './tokens.ts';

/** Sends the mail that verifies an account's address, in the transaction of whatever asks for it. */
export async function sendVerification(
  tx: Tx,
  { secrets }: { secrets: SecretBox },
  { id, email }: { id: number; email: string },
): Promise<void> {
  const purpose = 'verify_email';
  const { token, code, id: tokenId } = await issueToken(tx, secrets, { purpose, email, userId: id });
  await enqueueMessage(tx, secrets, {
    kind: purpose,
    eventKey: String(tokenId),
    userId: id,
    recipient: email,
    payload: {},
    sealed: { token, code },
    expiresInSeconds: LIFETIMES[purpose],
  });
}

/**
 * Sends the mail again. For an address that is verified: nothing.
 * @throws DomainError MAIL_IS_OFF, TOO_MANY_REQUESTS
 */
export async function resendVerification(
  services: CommandContext<{ secrets: SecretBox; mail: MailSettings; rateLimits: RateLimits }, UserActor>,
): Promise<void> {
  const { kernel, actor } = services;
  const [user] = await kernel.read((db) =>
    db
      .select({ id: users.id, email: users.email, at: users.emailVerifiedAt })
      .from(users)
      .where(eq(users.id, actor.id)),
  );
  if (!user || user.at !== null) return;
  await limitMails(services, user.email, actor.ip);
  await kernel.write((tx) => sendVerification(tx, services, user));
}

/** The code that a signed-in person types. @throws DomainError CODE_WRONG */
export async function verifyByCode(
  services: CommandContext<{ secrets: SecretBox }, UserActor>,
  code: string,
): Promise<void> {
  const found = await checkCode(services, 'verify_email', { userId: services.actor.id }, code);
  await services.kernel.write(async (tx) => markVerified(tx, await consumeCode(tx, found)));
}

async function markVerified(tx: Tx, { userId, email }: TokenRow): Promise<void> {
  // Only the address that the mail went to: it may have been changed since.
  const marked = await tx
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
    .where(and(eq(users.id, userId ?? 0), eq(users.email, email ?? ''), isNull(users.deletedAt)))
    .returning({ id: users.id });
  if (marked.length === 0) throw new DomainError('LINK_NOT_VALID');
}

/**
 * What the link of a mail does: verifies an account's address, or makes the account that was waiting for it.
 * @returns the session of the account that was made; no session where an address was verified
 * @throws DomainError LINK_NOT_VALID, EMAIL_TAKEN
 */
export async function verifyByLink(
  services: SignInServices & { kernel: Kernel; accounts: AccountPolicy },
  caller: Caller,
  token: string,
): Promise<SignInResult<SignedInUser | null>> {
  const made = await services.kernel
    .write(async (tx) => {
      const verified = await consumeToken(tx, 'verify_email', token);
      if (verified) {
        await markVerified(tx, verified);
        return undefined;
      }
      const waiting = await consumeToken(tx, 'sign_up', token);
      if (!waiting) throw new DomainError('LINK_NOT_VALID');
      return makeAccount(tx, services.accounts, waiting);
    })
    .catch(toEmailTakenError);
  if (!made) return { answer: null, cookie: undefined };
  return openUserSession(services, made.user, { ...caller, device: made.device }, 'sign-up');
}

/** The code of the mail that a sign-up waits for. @throws DomainError CODE_WRONG, EMAIL_TAKEN */
export async function finishSignUp(
  services: SignInServices & { kernel: Kernel; secrets: SecretBox; accounts: AccountPolicy },
  caller: Caller,
  { email, code }: { email: string; code: string },
): Promise<SignedIn<SignedInUser>> {
  const found = await checkCode(services, 'sign_up', { email }, code);
  const made = await services.kernel
    .write(async (tx) => makeAccount(tx, services.accounts, await consumeCode(tx, found)))
    .catch(toEmailTakenError);
  return openUserSession(services, made.user, { ...caller, device: made.device }, 'sign-up');
}

/** What a sign-up brought, as it waits for its mail. */
export type PendingSignUp = Pick<
  NewAccount,
  'firstName' | 'lastName' | 'passwordHash' | 'ip' | 'userAgent' | 'language' | 'cameFrom'
> & {
  device: string | null;
};

async function makeAccount(tx: Tx, accounts: AccountPolicy, { email, data }: TokenRow) {
  const waiting = data as PendingSignUp;
  const { firstName, lastName, device } = waiting;
  const account = { ...waiting, email: email ?? '', providerUid: null, verified: true, device: device ?? undefined };
  const { id } = await createAccount(tx, account);
  await recordConsent(tx, accounts, id);
  return { user: { id, email: account.email, firstName, lastName }, device: account.device };
}
