import { DomainError } from '@inaam/contracts/common/errors';
import type { LoginInput, SignedInUser } from '@inaam/contracts/identity/sign-in';
import type { Caller } from '../../kernel/actor.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { SignInLimiter } from '../passwords/sign-in-limiter.ts';
import type { SecurityEventLog } from '../security-events/security-event-log.ts';
import { recordSecurityEvent } from '../security-events/security-event-log.ts';
import { buildBlockedCondition } from '../sessions/blocks.ts';
import type { AuthenticatedUser, SessionDetails, UserIdentity } from '../sessions/session-tables.ts';
import type { Cookie, CreatedSession, Sessions } from '../sessions/sessions.ts';
import { getSuspensionError } from '../sessions/suspension.ts';

/** Services that all user sign-ins share. */
export interface SignInServices {
  userSessions: Sessions<AuthenticatedUser>;
  securityEventLog: SecurityEventLog;
}

/** An answer with a session cookie, if a session was opened. */
export interface SignInResult<Answer> {
  answer: Answer;
  cookie: Cookie | undefined;
}

/** An answer with the cookie of a new session. The cookie carries the session's secret. */
export interface SignedIn<Answer> extends SignInResult<Answer> {
  cookie: Cookie;
}

interface PasswordRow extends UserIdentity {
  password_hash: string | null;
  suspended: boolean;
  known_browser: boolean;
}

/** The query returns exactly one row, even for an unknown email address. */
type AccountRow = { blocked: boolean } & (PasswordRow | { id: null });

/**
 * Signs in with email and password. Unknown accounts take the same time and give the same answer as wrong passwords.
 * @throws DomainError WRONG_EMAIL_OR_PASSWORD, SUSPENDED (only if the password matches), BLOCKED, TOO_MANY_REQUESTS
 */
export async function signIn(
  services: SignInServices & { kernel: Kernel; signInLimiter: SignInLimiter; passwords: Passwords },
  caller: Caller,
  input: LoginInput,
): Promise<SignedIn<SignedInUser>> {
  const { kernel, signInLimiter, passwords } = services;
  const device = input.deviceFingerprint;
  const row = oneRow(
    await kernel.read(
      (_, query) => query<AccountRow[]>`
        select ${buildBlockedCondition(query, caller.ip, device ?? null)} as blocked,
          u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.password_hash,
          u.suspended_at is not null as suspended,
          exists (select 1 from known_browsers k where k.user_id = u.id and k.hash = ${caller.browser ?? null})
            as known_browser
        from (values (true)) one left join users u on u.email = ${input.email} and u.deleted_at is null`,
    ),
  );
  if (row.blocked) throw new DomainError('BLOCKED');
  const user = row.id === null ? undefined : row;
  const actor = user && ({ kind: 'user', id: user.id, name: user.email } as const);
  const recordFailure = (kind: 'sign_in_failed' | 'locked_out') =>
    recordSecurityEvent(services, caller, { kind, realm: 'user', actor, detail: 'password' });
  const matches = await signInLimiter
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
      if (error instanceof DomainError && error.code === 'TOO_MANY_REQUESTS') recordFailure('locked_out');
      throw error;
    });
  if (!user || !matches) {
    recordFailure('sign_in_failed');
    throw new DomainError('WRONG_EMAIL_OR_PASSWORD');
  }
  if (user.suspended) throw getSuspensionError(user.id);
  return openUserSession(services, user, { ...caller, device, passwordHash: user.password_hash }, 'password');
}

/**
 * Opens a session for an authenticated user and remembers device and browser. Notifies the owner of a new browser if
 * other browsers are known.
 * @param way the sign-in method, for the security log
 */
export async function openUserSession(
  services: SignInServices,
  user: UserIdentity,
  details: SessionDetails,
  way: SignInWay,
): Promise<SignedIn<SignedInUser>> {
  return recordSignIn(services, user, details, way, await services.userSessions.create(user.id, details));
}

type SignInWay = 'password' | 'provider' | 'passkey' | 'link' | 'sign-up';

/** Logs a sign-in whose session is committed. @returns the answer and the cookie */
export function recordSignIn(
  services: Pick<SignInServices, 'securityEventLog'>,
  { id, email, firstName, lastName }: UserIdentity,
  details: SessionDetails,
  way: SignInWay,
  { sessionId, cookie, inNewBrowser }: CreatedSession,
): SignedIn<SignedInUser> {
  const actor = { kind: 'user', id, name: email } as const;
  recordSecurityEvent(services, details, { kind: 'sign_in', realm: 'user', actor, detail: way });
  if (inNewBrowser) recordSecurityEvent(services, details, { kind: 'new_device', realm: 'user', actor, detail: way });
  return { answer: { sessionId, user: { id, firstName, lastName, email } }, cookie };
}
