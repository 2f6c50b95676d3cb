import { DomainError } from '@inaam/contracts/common/errors';
import type { SignedInUser } from '@inaam/contracts/identity/sign-in';
import type { SqlClient, Tx } from '@inaam/db/client';
import { users } from '@inaam/db/schema/identity';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Caller, UserActor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { enqueueMessage } from '../../kernel/mail/enqueue.ts';
import type { MailSettings } from '../../kernel/mail/mailer.ts';
import { refusePaused } from '../../kernel/pauses.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { RateLimits } from '../passwords/rate-limits.ts';
import { createAccount, type NewAccount, toEmailTakenError } from '../users/accounts.ts';
import type { AccountPolicy } from './account-policy.ts';
import { recordConsent } from './consents.ts';
import { limitMails } from './mail-rate-limit.ts';
import type { SignInServices } from './sign-in.ts';
import { recordSignIn, type SignedIn, type SignInResult } from './sign-in.ts';
import { checkCode, consumeCode, consumeToken, issueToken, LIFETIMES, type TokenRow } from './tokens.ts';

/** Enqueues the verification mail in the caller's transaction. */
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
 * Sends the verification mail again, unless the address is verified.
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

/** Verifies the address with a code. @throws DomainError CODE_WRONG, LINK_NOT_VALID if the address changed meanwhile */
export async function verifyByCode(
  services: CommandContext<{ secrets: SecretBox }, UserActor>,
  code: string,
): Promise<void> {
  const token = await checkCode(services, 'verify_email', { userId: services.actor.id }, code);
  await services.kernel.write(async (tx) => markVerified(tx, await consumeCode(tx, token)));
}

async function markVerified(tx: Tx, { userId, email }: TokenRow): Promise<void> {
  // Verifies only the address that the mail went to, since the account's address may have changed.
  const marked = await tx
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
    .where(and(eq(users.id, userId ?? 0), eq(users.email, email ?? ''), isNull(users.deletedAt)))
    .returning({ id: users.id });
  if (marked.length === 0) throw new DomainError('LINK_NOT_VALID');
}

/**
 * Handles a mail's link: verifies an address, or creates the account of a pending sign-up.
 * @returns a session if an account was created
 * @throws DomainError LINK_NOT_VALID, EMAIL_TAKEN, SIGN_UPS_PAUSED
 */
export async function verifyByLink(
  services: SignInServices & { kernel: Kernel; accounts: AccountPolicy },
  caller: Caller,
  token: string,
): Promise<SignInResult<SignedInUser | null>> {
  const created = await services.kernel
    .write(async (tx, query) => {
      const verified = await consumeToken(tx, 'verify_email', token);
      if (verified) {
        await markVerified(tx, verified);
        return undefined;
      }
      const pending = await consumeToken(tx, 'sign_up', token);
      if (!pending) throw new DomainError('LINK_NOT_VALID');
      // The error rolls the transaction back, so the link can be used later.
      refusePaused(services.kernel, 'sign_ups');
      return createPendingAccount(tx, query, services, caller, pending);
    })
    .catch(toEmailTakenError);
  if (!created) return { answer: null, cookie: undefined };
  return recordSignIn(services, created.user, created.details, 'sign-up', created.session);
}

/** Completes a pending sign-up with the mail's code. @throws DomainError CODE_WRONG, EMAIL_TAKEN, SIGN_UPS_PAUSED */
export async function finishSignUp(
  services: SignInServices & { kernel: Kernel; secrets: SecretBox; accounts: AccountPolicy },
  caller: Caller,
  { email, code }: { email: string; code: string },
): Promise<SignedIn<SignedInUser>> {
  refusePaused(services.kernel, 'sign_ups');
  const token = await checkCode(services, 'sign_up', { email }, code);
  const created = await services.kernel
    .write(async (tx, query) => createPendingAccount(tx, query, services, caller, await consumeCode(tx, token)))
    .catch(toEmailTakenError);
  return recordSignIn(services, created.user, created.details, 'sign-up', created.session);
}

/** The data of a sign-up that awaits its mail's link or code. */
export type PendingSignUp = Pick<
  NewAccount,
  'firstName' | 'lastName' | 'passwordHash' | 'ip' | 'userAgent' | 'language' | 'trafficSource'
> & {
  device: string | null;
};

/** Creates the account and its first session in one transaction, since the link or code works only once. */
async function createPendingAccount(
  tx: Tx,
  query: SqlClient,
  { accounts, userSessions }: Pick<SignInServices, 'userSessions'> & { accounts: AccountPolicy },
  caller: Caller,
  { email, data }: TokenRow,
) {
  const pending = data as PendingSignUp;
  const { firstName, lastName, device } = pending;
  const account = { ...pending, email: email ?? '', providerUid: null, verified: true, device: device ?? undefined };
  const { id } = await createAccount(tx, account);
  await recordConsent(tx, accounts, id);
  const details = { ...caller, device: account.device };
  const session = await userSessions.create(id, details, query);
  return { user: { id, email: account.email, firstName, lastName }, details, session };
}
