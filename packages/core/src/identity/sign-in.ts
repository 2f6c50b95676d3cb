import { DomainError } from '@inaam/contracts/common/errors';
import type { LoginInput, SignedInUser } from '@inaam/contracts/identity/sign-in';
import type { Caller } from '../kernel/actor.ts';
import type { Services } from '../services.ts';
import { refuseBlocked } from './blocks.ts';
import type { Cookie, SessionDetails, UserPerson } from './sessions.ts';
import { suspension } from './suspension.ts';

/** What a sign-in gives: the documented answer, and the cookie that carries the secret. */
export interface SignedIn<Answer> {
  answer: Answer;
  cookie: Cookie;
}

interface PasswordRow extends UserPerson {
  password_hash: string | null;
  suspended: boolean;
  known_device: boolean;
}

/**
 * Signs in with e-mail and password. Unknown accounts cost the same time and answer the same as wrong passwords.
 * @throws DomainError WRONG_EMAIL_OR_PASSWORD, SUSPENDED (the password was right), BLOCKED, TOO_MANY_REQUESTS
 */
export async function signIn(services: Services, caller: Caller, input: LoginInput): Promise<SignedIn<SignedInUser>> {
  const { kernel, guesses, passwords } = services;
  const device = input.deviceFingerprint;
  await refuseBlocked(kernel, caller.ip, device ?? null);
  const [user] = await kernel.read(
    (_, sql) => sql<PasswordRow[]>`
      select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.password_hash,
        u.suspended_at is not null as suspended,
        exists (select 1 from known_devices k where k.user_id = u.id and k.device = ${device ?? null}) as known_device
      from users u where u.email = ${input.email}`,
  );
  const right = await guesses.guard(
    { realm: 'user', account: input.email, ip: caller.ip, knownDevice: user?.known_device ? device : undefined },
    () => passwords.verify(input.password, user?.password_hash ?? null),
  );
  if (!user || !right) throw new DomainError('WRONG_EMAIL_OR_PASSWORD');
  if (user.suspended) throw suspension(user.id);
  return openUserSession(services, user, { ...caller, device });
}

/** Opens a session for a person whose right to it has been checked, and remembers the device. */
export async function openUserSession(
  { kernel, userSessions }: Services,
  { id, email, firstName, lastName }: UserPerson,
  details: SessionDetails,
): Promise<SignedIn<SignedInUser>> {
  const { sessionId, cookie } = await userSessions.create(id, details);
  await kernel.move(
    (sql) => sql`
      with seen as (update users set last_activity_at = now() where id = ${id})
      insert into known_devices (user_id, device) select ${id}, ${details.device ?? null}::text
      where ${details.device ?? null}::text is not null
      on conflict (user_id, device) do update set last_seen_at = now()`,
  );
  return { answer: { sessionId, user: { id, firstName, lastName, email } }, cookie };
}
