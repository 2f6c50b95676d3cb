import { DomainError } from '@inaam/contracts/common/errors';
import type { SignedInUser } from '@inaam/contracts/identity/sign-in';
import { users } from '@inaam/db/schema/identity';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { refuseBlocked } from '../identity/blocks.ts';
import { openUserSession, type SignedIn } from '../identity/sign-in.ts';
import { suspension } from '../identity/suspension.ts';
import type { Caller } from '../kernel/actor.ts';
import type { Services } from '../services.ts';
import { needToken } from './tokens.ts';

/**
 * Signs in with the link of a mail, in place of a password. The address counts as verified.
 * @throws DomainError LINK_NOT_VALID, SUSPENDED, BLOCKED
 */
export async function signInByLink(
  services: Services,
  caller: Caller,
  { token, deviceFingerprint: device }: { token: string; deviceFingerprint?: string | undefined },
): Promise<SignedIn<SignedInUser>> {
  await refuseBlocked(services.kernel, caller.ip, device ?? null);
  const user = await services.kernel.write(async (tx) => {
    const { email } = await needToken(tx, 'sign_in_link', token);
    const [found] = await tx
      .update(users)
      .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
      .where(and(eq(users.email, email ?? ''), isNull(users.deletedAt)))
      .returning();
    if (!found) throw new DomainError('LINK_NOT_VALID');
    return found;
  });
  if (user.suspendedAt !== null) throw suspension(user.id);
  return openUserSession(services, user, { ...caller, device }, 'link');
}
