import type { PasskeyAssertion, PasskeyRegistration } from '@inaam/contracts/account/account';
import { DomainError } from '@inaam/contracts/common/errors';
import { joinNames } from '@inaam/contracts/common/format';
import type { SignedInUser } from '@inaam/contracts/identity/sign-in';
import { accountTokens, passkeys } from '@inaam/db/schema/accounts';
import { users } from '@inaam/db/schema/identity';
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Caller, UserActor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { enqueueMessage } from '../../kernel/mail/enqueue.ts';
import type { MailSettings } from '../../kernel/mail/mailer.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { RateLimits } from '../passwords/rate-limits.ts';
import type { SignInLimiter } from '../passwords/sign-in-limiter.ts';
import { refuseBlocked } from '../sessions/blocks.ts';
import { getSuspensionError } from '../sessions/suspension.ts';
import { confirmPassword } from './change.ts';
import type { SignInServices } from './sign-in.ts';
import { openUserSession, type SignedIn } from './sign-in.ts';
import { hashToken, LIFETIMES, requireToken } from './tokens.ts';
import {
  createAssertionOptions,
  createPasskeyRefusal,
  excludePasskeys,
  getRelyingPartyId,
  limitChallenges,
  readChallenge,
  verifyAssertion,
  verifyNewPasskey,
} from './webauthn.ts';

/**
 * Passkeys of users. A challenge can be used once within five minutes. A job deletes expired challenges (retention.ts).
 */

type Command = CommandContext<{ appOrigin: string }, UserActor>;

/** Returns the WebAuthn user handle. It contains the user's ID, which is not personal data and never changes. */
const getUserHandle = (userId: number): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`inaam:${userId}`);

async function storeChallenge({ kernel }: { kernel: Kernel }, challenge: string, userId: number | null) {
  await kernel.write((tx) =>
    tx.insert(accountTokens).values({
      purpose: 'passkey',
      hash: hashToken(challenge),
      userId,
      expiresAt: sql`now() + make_interval(secs => ${LIFETIMES.passkey})`,
    }),
  );
}

/**
 * Returns options for creating a passkey. Requires the current password, if the account has one.
 * @throws DomainError WRONG_CURRENT_PASSWORD, TOO_MANY_REQUESTS
 */
export async function passkeyCreationOptions(
  command: Command & { mail: MailSettings; signInLimiter: SignInLimiter; passwords: Passwords },
  password: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { kernel, actor, mail } = command;
  const [user] = await kernel.read((db) => db.select().from(users).where(eq(users.id, actor.id)));
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  if (user.passwordHash !== null) await confirmPassword(command, password);
  const existing = await kernel.read((db) => db.select().from(passkeys).where(eq(passkeys.userId, actor.id)));
  const options = await generateRegistrationOptions({
    rpName: mail.brandName,
    rpID: getRelyingPartyId(command.appOrigin),
    userID: getUserHandle(actor.id),
    userName: user.email,
    userDisplayName: joinNames(user.firstName, user.lastName),
    attestationType: 'none',
    excludeCredentials: excludePasskeys(existing),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  });
  await storeChallenge(command, options.challenge, actor.id);
  return options;
}

/** Stores a new passkey. @throws DomainError PASSKEY_REFUSED */
export async function addPasskey(
  command: Command & { secrets: SecretBox },
  name: string,
  registration: PasskeyRegistration,
): Promise<void> {
  const { kernel, actor, secrets, appOrigin } = command;
  const challenge = readChallenge(registration.response.clientDataJSON);
  await kernel.write(async (tx) => {
    const token = await requireToken(tx, 'passkey', challenge).catch(() => undefined);
    if (token?.userId !== actor.id) throw createPasskeyRefusal();
    const passkey = await verifyNewPasskey(registration, {
      challenge,
      origin: appOrigin,
      requireUserVerification: false,
    });
    const inserted = await tx
      .insert(passkeys)
      .values({ ...passkey, userId: actor.id, name })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (inserted.length === 0) throw createPasskeyRefusal();
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, actor.id));
    await enqueueMessage(tx, secrets, {
      kind: 'passkey_added',
      eventKey: passkey.id,
      userId: actor.id,
      recipient: user?.email ?? '',
      payload: { name },
      sealed: {},
    });
  });
}

/** Removes one of the user's own passkeys. Ignores passkeys of other users. */
export async function removePasskey({ kernel, actor }: CommandContext<object, UserActor>, id: string): Promise<void> {
  await kernel.runIdempotent((query) => query`delete from passkeys where id = ${id} and user_id = ${actor.id}`);
}

/** Returns options for signing in with any passkey. @throws DomainError TOO_MANY_REQUESTS */
export async function createPasskeyChallenge(
  services: { kernel: Kernel; rateLimits: RateLimits; appOrigin: string },
  { ip }: Pick<Caller, 'ip'>,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await limitChallenges(services, 'user', ip);
  const options = await createAssertionOptions(services.appOrigin, 'preferred');
  await storeChallenge(services, options.challenge, null);
  return options;
}

/** @throws DomainError PASSKEY_REFUSED, SUSPENDED, BLOCKED */
export async function signInByPasskey(
  services: SignInServices & { kernel: Kernel; appOrigin: string },
  caller: Caller,
  { answer, deviceFingerprint: device }: { answer: PasskeyAssertion; deviceFingerprint?: string | undefined },
): Promise<SignedIn<SignedInUser>> {
  const { kernel, appOrigin } = services;
  await refuseBlocked(kernel, caller.ip, device ?? null);
  const challenge = readChallenge(answer.response.clientDataJSON);
  const user = await kernel.write(async (tx) => {
    const token = await requireToken(tx, 'passkey', challenge).catch(() => undefined);
    const [key] = await tx.select().from(passkeys).where(eq(passkeys.id, answer.id)).for('update');
    if (!token || token.userId !== null || !key) throw createPasskeyRefusal();
    const expected = { challenge, origin: appOrigin, requireUserVerification: false };
    const counter = await verifyAssertion(answer, key, expected);
    await tx.update(passkeys).set({ counter, lastUsedAt: sql`now()` }).where(eq(passkeys.id, key.id));
    const [owner] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, key.userId), isNull(users.deletedAt)));
    if (!owner) throw createPasskeyRefusal();
    return owner;
  });
  if (user.suspendedAt !== null) throw getSuspensionError(user.id);
  return openUserSession(services, user, { ...caller, device }, 'passkey');
}
