import { DomainError } from '@inaam/contracts/common/errors';
import type { LoginInput, SignedInUser } from '@inaam/contracts/identity/sign-in';
import { browserName } from '../account/browser-name.ts';
import type { Caller } from '../kernel/actor.ts';
import { securityEvent } from '../security-events/trail.ts';
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
  known_browser: boolean;
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
    (_, query) => query<PasswordRow[]>`
      select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.password_hash,
        u.suspended_at is not null as suspended,
        exists (select 1 from known_browsers k where k.user_id = u.id and k.hash = ${caller.browser ?? null})
          as known_browser
      from users u where u.email = ${input.email} and u.deleted_at is null`,
  );
  const actor = user && ({ kind: 'user', id: user.id, name: user.email } as const);
  const failed = (kind: 'sign_in_failed' | 'locked_out') =>
    securityEvent(services, caller, { kind, realm: 'user', actor, detail: 'password' });
  const right = await guesses
    .guard(
      {
        realm: 'user',
        account: input.email,
        ip: caller.ip,
        knownBrowser: user?.known_browser ? caller.browser : undefined,
      },
      () => passwords.verify(input.password, user?.password_hash ?? null),
    )
    .catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'TOO_MANY_REQUESTS') failed('locked_out');
      throw error;
    });
  if (!user || !right) {
    failed('sign_in_failed');
    throw new DomainError('WRONG_EMAIL_OR_PASSWORD');
  }
  if (user.suspended) throw suspension(user.id);
  return openUserSession(services, user, { ...caller, device }, 'password');
}

/**
 * Opens a session for a person whose right to it has been checked, and remembers device and browser. A browser that the
 * account has not been used with before, while it has with others, is told to the owner.
 * @param way how the right was shown: for the trail
 */
export async function openUserSession(
  services: Services,
  { id, email, firstName, lastName }: UserPerson,
  details: SessionDetails,
  way: 'password' | 'provider' | 'passkey' | 'link' | 'sign-up',
): Promise<SignedIn<SignedInUser>> {
  const { kernel, userSessions } = services;
  const actor = { kind: 'user', id, name: email } as const;
  const { sessionId, cookie } = await userSessions.create(id, details);
  const device = details.device ?? null;
  const browser = details.browser ?? null;
  const news = { browser: browserName(details.userAgent), ip: details.ip, at: new Date().toISOString() };
  // What is known of browsers is read as it was before this statement.
  const [made] = await kernel.move(
    (sql) => sql<{ is_new: boolean }[]>`
      with seen as (update user_stats set last_activity_at = now() where user_id = ${id}),
      on_device as (
        insert into known_devices (user_id, device) select ${id}, ${device}::text where ${device}::text is not null
        on conflict (user_id, device) do update set last_seen_at = now()),
      in_browser as (
        insert into known_browsers (user_id, hash) select ${id}, ${browser}::text where ${browser}::text is not null
        on conflict (user_id, hash) do update set last_seen_at = now()
        returning xmax = 0 as is_new)
      select is_new,
        enqueue_message('new_device', ${sessionId}, ${id}, ${JSON.stringify(news)}::jsonb)
      from in_browser where is_new and exists (select 1 from known_browsers where user_id = ${id})`,
  );
  securityEvent(services, details, { kind: 'sign_in', realm: 'user', actor, detail: way });
  if (made) securityEvent(services, details, { kind: 'new_device', realm: 'user', actor, detail: way });
  return { answer: { sessionId, user: { id, firstName, lastName, email } }, cookie };
}
