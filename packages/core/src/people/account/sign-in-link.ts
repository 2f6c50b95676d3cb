import { DomainError } from '@inaam/contracts/common/errors';
import type { SignedInUser } from '@inaam/contracts/identity/sign-in';
import { users } from '@inaam/db/schema/identity';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Caller } from '../../kernel/actor.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { refuseBlocked } from '../sessions/blocks.ts';
import { getSuspensionError } from '../sessions/suspension.ts';
import { enqueueLink } from './reset-password.ts';
import { revokeAllAccess } from './revoke-access.ts';
import type { SignInServices } from './sign-in.ts';
import { openUserSession, type SignedIn } from './sign-in.ts';
import { requireToken } from './tokens.ts';

/**
 * Signs in with a mail's link. The address then counts as verified. If it was unverified before, someone else may have
 * registered it: all earlier access ends, including the password, and a reset link is sent.
 * @throws DomainError LINK_NOT_VALID, SUSPENDED, BLOCKED
 */
export async function signInByLink(
  services: SignInServices & { kernel: Kernel; secrets: SecretBox; passwords: Passwords },
  caller: Caller,
  { token, deviceFingerprint: device }: { token: string; deviceFingerprint?: string | undefined },
): Promise<SignedIn<SignedInUser>> {
  await refuseBlocked(services.kernel, caller.ip, device ?? null);
  const user = await services.kernel.write(async (tx) => {
    const { email } = await requireToken(tx, 'sign_in_link', token);
    const [account] = await tx
      .select()
      .from(users)
      .where(and(eq(users.email, email ?? ''), isNull(users.deletedAt)))
      .for('update');
    if (!account) throw new DomainError('LINK_NOT_VALID');
    if (account.emailVerifiedAt === null) {
      await tx
        .update(users)
        .set({ emailVerifiedAt: sql`now()`, passwordHash: services.passwords.unusableHash })
        .where(eq(users.id, account.id));
      await revokeAllAccess(tx, services, account);
      await enqueueLink(tx, services, 'reset_password', { email: account.email, userId: account.id });
    }
    return account;
  });
  if (user.suspendedAt !== null) throw getSuspensionError(user.id);
  return openUserSession(services, user, { ...caller, device }, 'link');
}
