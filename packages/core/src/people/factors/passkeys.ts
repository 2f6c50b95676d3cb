import type { PasskeyAssertion, PasskeyRegistration } from '@inaam/contracts/account/account';
import type { Tx } from '@inaam/db/client';
import { admins } from '@inaam/db/schema/identity';
import { adminChallenges, adminPasskeys } from '@inaam/db/schema/second-factor';
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { AdminActor, Caller } from '../../kernel/actor.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { BackOfficePolicy } from '../../kernel/back-office-policy.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { sha256 } from '../../kernel/digest.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { MailSettings } from '../../kernel/mail/mailer.ts';
import { oneRow } from '../../kernel/rows.ts';
import {
  createAssertionOptions,
  createPasskeyRefusal,
  excludePasskeys,
  getRelyingPartyId,
  limitChallenges,
  readChallenge,
  verifyAssertion,
  verifyNewPasskey,
} from '../account/webauthn.ts';
import type { RateLimits } from '../passwords/rate-limits.ts';
import { ensureRecoveryCodes, requireFactorLeft } from './recovery-codes.ts';

/** Passkeys of admins. User verification (PIN or biometrics) is required, so a passkey alone counts as two factors. */
type Command = CommandContext<{ backOfficePolicy: BackOfficePolicy }, AdminActor>;

const CHALLENGE_SECONDS = 5 * 60;

const hashChallenge = (challenge: string): string => sha256(challenge);

async function storeChallenge({ kernel }: { kernel: Kernel }, challenge: string, adminId: number | null) {
  await kernel.write((tx) =>
    tx.insert(adminChallenges).values({
      hash: hashChallenge(challenge),
      adminId,
      expiresAt: sql`now() + make_interval(secs => ${CHALLENGE_SECONDS})`,
    }),
  );
}

/** Consumes a challenge. @throws DomainError PASSKEY_REFUSED for an unknown, expired or another admin's challenge */
async function consumeChallenge(tx: Tx, challenge: string, adminId: number | null): Promise<void> {
  const [challengeRow] = await tx
    .delete(adminChallenges)
    .where(
      and(eq(adminChallenges.hash, hashChallenge(challenge)), gt(adminChallenges.expiresAt, sql`clock_timestamp()`)),
    )
    .returning();
  if (!challengeRow || challengeRow.adminId !== adminId) throw createPasskeyRefusal();
}

/** Returns options for creating a passkey. */
export async function getAdminPasskeyCreationOptions(
  command: Command & { mail: MailSettings },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { kernel, actor, mail } = command;
  const existing = await kernel.read((db) =>
    db.select().from(adminPasskeys).where(eq(adminPasskeys.adminId, actor.id)),
  );
  const options = await generateRegistrationOptions({
    rpName: `${mail.brandName} Admin`,
    rpID: getRelyingPartyId(command.backOfficePolicy.origin),
    userID: new TextEncoder().encode(`inaam-admin:${actor.id}`),
    userName: actor.name,
    attestationType: 'none',
    excludeCredentials: excludePasskeys(existing),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await storeChallenge(command, options.challenge, actor.id);
  return options;
}

/** Stores a new passkey. @returns new recovery codes; null if the admin has some @throws DomainError PASSKEY_REFUSED */
export async function addAdminPasskey(
  command: Command,
  name: string,
  registration: PasskeyRegistration,
): Promise<readonly string[] | null> {
  const { kernel, actor, backOfficePolicy } = command;
  const challenge = readChallenge(registration.response.clientDataJSON);
  return kernel.write(async (tx) => {
    await consumeChallenge(tx, challenge, actor.id);
    const expected = { challenge, origin: backOfficePolicy.origin, requireUserVerification: true };
    const passkey = await verifyNewPasskey(registration, expected);
    const inserted = await tx
      .insert(adminPasskeys)
      .values({ ...passkey, adminId: actor.id, name })
      .onConflictDoNothing()
      .returning({ id: adminPasskeys.id });
    if (inserted.length === 0) throw createPasskeyRefusal();
    await writeAuditEntry(tx, actor, {
      action: 'admins.add_factor',
      subject: String(actor.id),
      after: { kind: 'passkey', name },
    });
    return ensureRecoveryCodes(tx, actor.id);
  });
}

/** Removes one of the admin's own passkeys. Ignores passkeys of other admins. @throws DomainError LAST_FACTOR */
export async function removeAdminPasskey({ kernel, actor, backOfficePolicy }: Command, id: string): Promise<void> {
  await kernel.write(async (tx) => {
    const [removed] = await tx
      .delete(adminPasskeys)
      .where(and(eq(adminPasskeys.id, id), eq(adminPasskeys.adminId, actor.id)))
      .returning();
    if (!removed) return;
    await requireFactorLeft(tx, backOfficePolicy, actor.id);
    const before = { kind: 'passkey', name: removed.name };
    await writeAuditEntry(tx, actor, { action: 'admins.remove_factor', subject: String(actor.id), before });
  });
}

/** Returns options for signing in or confirming with any passkey. @throws DomainError TOO_MANY_REQUESTS */
export async function createAdminPasskeyChallenge(
  services: { kernel: Kernel; rateLimits: RateLimits; backOfficePolicy: BackOfficePolicy },
  { ip }: Pick<Caller, 'ip'>,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await limitChallenges(services, 'admin', ip);
  const options = await createAssertionOptions(services.backOfficePolicy.origin, 'required');
  await storeChallenge(services, options.challenge, null);
  return options;
}

/** Verifies a passkey's answer. @returns its owner @throws DomainError PASSKEY_REFUSED, also for a deactivated admin */
export async function verifyPasskey(
  services: { kernel: Kernel; backOfficePolicy: BackOfficePolicy },
  answer: PasskeyAssertion,
) {
  const { kernel, backOfficePolicy } = services;
  const challenge = readChallenge(answer.response.clientDataJSON);
  return kernel.write(async (tx) => {
    await consumeChallenge(tx, challenge, null);
    const [key] = await tx.select().from(adminPasskeys).where(eq(adminPasskeys.id, answer.id)).for('update');
    if (!key) throw createPasskeyRefusal();
    const expected = { challenge, origin: backOfficePolicy.origin, requireUserVerification: true };
    const counter = await verifyAssertion(answer, key, expected);
    await tx.update(adminPasskeys).set({ counter, lastUsedAt: sql`now()` }).where(eq(adminPasskeys.id, key.id));
    const owner = oneRow(await tx.select().from(admins).where(eq(admins.id, key.adminId)));
    if (owner.deactivatedAt !== null) throw createPasskeyRefusal();
    return owner;
  });
}
