import { DomainError } from '@inaam/contracts/common/errors';
import type { AdminLoginInput, SignedInAdmin } from '@inaam/contracts/identity/sign-in';
import type { Caller } from '../kernel/actor.ts';
import { securityEvent } from '../security-events/trail.ts';
import type { Services } from '../services.ts';
import type { AdminPerson } from './sessions.ts';
import type { SignedIn } from './sign-in.ts';

interface AdminPasswordRow extends AdminPerson {
  password_hash: string;
  active: boolean;
}

/**
 * Signs an admin in. A deactivated admin gets the answer of a wrong password.
 * @throws DomainError WRONG_USERNAME_OR_PASSWORD, TOO_MANY_REQUESTS
 */
export async function adminSignIn(
  services: Services,
  caller: Caller,
  { username, password }: AdminLoginInput,
): Promise<SignedIn<SignedInAdmin>> {
  const { kernel, guesses, passwords, adminSessions } = services;
  const [admin] = await kernel.read(
    (_, sql) => sql<AdminPasswordRow[]>`
      select id, username, email, password_hash, deactivated_at is null as active
      from admins where lower(username) = lower(${username})`,
  );
  const actor = admin && ({ kind: 'admin', id: admin.id, name: admin.username } as const);
  const note = (kind: 'sign_in' | 'sign_in_failed' | 'locked_out') =>
    securityEvent(services, caller, { kind, realm: 'admin', actor, detail: 'password' });
  const right = await guesses
    .guard({ realm: 'admin', account: username.toLowerCase(), ip: caller.ip }, () =>
      passwords.verify(password, admin?.password_hash ?? null),
    )
    .catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'TOO_MANY_REQUESTS') note('locked_out');
      throw error;
    });
  if (!admin || !right || !admin.active) {
    note('sign_in_failed');
    throw new DomainError('WRONG_USERNAME_OR_PASSWORD');
  }
  const { sessionId, cookie } = await adminSessions.create(admin.id, caller);
  await kernel.move((sql) => sql`update admins set last_sign_in_at = now() where id = ${admin.id}`);
  note('sign_in');
  return { answer: { sessionId, admin: { username: admin.username, email: admin.email } }, cookie };
}
