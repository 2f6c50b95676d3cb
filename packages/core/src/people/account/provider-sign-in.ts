import { DomainError } from '@inaam/contracts/common/errors';
import type { ProviderLoginInput, SignedInUser } from '@inaam/contracts/identity/sign-in';
import type { Tx } from '@inaam/db/client';
import { users } from '@inaam/db/schema/identity';
import { eq, or, sql } from 'drizzle-orm';
import type { Caller } from '../../kernel/actor.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import { getViolatedConstraint } from '../../kernel/failures.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { refusePaused } from '../../kernel/pauses.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { SignUpLimiter } from '../passwords/sign-up-limiter.ts';
import { refuseBlocked } from '../sessions/blocks.ts';
import { getSuspensionError } from '../sessions/suspension.ts';
import { createAccount } from '../users/accounts.ts';
import type { ProviderIdentity, VerifyIdToken } from '../users/id-token.ts';
import type { AccountPolicy } from './account-policy.ts';
import { recordConsent } from './consents.ts';
import { revokeAllAccess } from './revoke-access.ts';
import type { SignInServices } from './sign-in.ts';
import { openUserSession, type SignedIn } from './sign-in.ts';

/**
 * Signs in with an identity provider's token. Creates an account on first use, or links an account with the same email
 * address if the provider has verified the address.
 * @throws DomainError WRONG_ID_TOKEN, EMAIL_TAKEN, SUSPENDED, BLOCKED; for a new account PROOF_NEEDED,
 *   SIGN_UPS_PAUSED
 */
export async function providerSignIn(
  services: SignInServices & {
    kernel: Kernel;
    secrets: SecretBox;
    accounts: AccountPolicy;
    verifyIdToken: VerifyIdToken;
    signUpLimiter: SignUpLimiter;
  },
  caller: Caller,
  input: ProviderLoginInput,
): Promise<SignedIn<SignedInUser>> {
  const { kernel, verifyIdToken, signUpLimiter } = services;
  const device = input.deviceFingerprint;
  await refuseBlocked(kernel, caller.ip, device ?? null);
  const identity = await verifyIdToken(input.idToken);
  if (await isNewPerson(kernel, identity)) {
    refusePaused(kernel, 'sign_ups');
    await signUpLimiter.charge({ ip: caller.ip, device }, input.proof);
  }
  const attempt = () => kernel.write((tx) => findOrCreate(tx, services, caller, identity, device));
  const user = await attempt().catch((error: unknown) => {
    // A concurrent first sign-in created the account; the second attempt finds it.
    if (getViolatedConstraint(error) !== undefined) return attempt();
    throw error;
  });
  if (user.suspendedAt !== null) throw getSuspensionError(user.id);
  return openUserSession(services, user, { ...caller, device, signedInByProvider: true }, 'provider');
}

/** Whether the sign-in creates an account. */
async function isNewPerson(kernel: Kernel, { uid, email }: ProviderIdentity): Promise<boolean> {
  const known = await kernel.read((db) =>
    db
      .select({ id: users.id })
      .from(users)
      .where(or(eq(users.providerUid, uid), eq(users.email, email)))
      .limit(1),
  );
  return known.length === 0;
}

const personColumns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  suspendedAt: users.suspendedAt,
  emailVerifiedAt: users.emailVerifiedAt,
};

async function findOrCreate(
  tx: Tx,
  services: { accounts: AccountPolicy; secrets: SecretBox },
  caller: Caller,
  identity: ProviderIdentity,
  device: string | undefined,
) {
  const [linked] = await tx.select(personColumns).from(users).where(eq(users.providerUid, identity.uid));
  if (linked) return linked;
  const [owner] = await tx.select(personColumns).from(users).where(eq(users.email, identity.email)).for('update');
  if (!owner) {
    const { email, firstName, lastName, uid, emailVerified } = identity;
    const account = { email, firstName, lastName, passwordHash: null, providerUid: uid, verified: emailVerified };
    const { id } = await createAccount(tx, { ...account, ...caller, device });
    await recordConsent(tx, services.accounts, id);
    return { id, email, firstName, lastName, suspendedAt: null };
  }
  if (!identity.emailVerified) throw new DomainError('EMAIL_TAKEN', { field: 'email' });
  // If the account's email address is unverified, someone else may have registered it. This person loses all access.
  const isUnverified = owner.emailVerifiedAt === null;
  await tx
    .update(users)
    .set({
      providerUid: identity.uid,
      emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())`,
      ...(isUnverified ? { passwordHash: null } : {}),
    })
    .where(eq(users.id, owner.id));
  if (isUnverified) await revokeAllAccess(tx, services, owner);
  await writeAuditEntry(
    tx,
    { kind: 'user', id: owner.id, name: owner.email, ip: caller.ip },
    {
      action: 'identity.link_provider',
      subject: String(owner.id),
      after: { provider: true, passwordRemoved: isUnverified },
    },
  );
  return owner;
}
