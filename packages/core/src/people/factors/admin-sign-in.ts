import type { ConfirmInput, SecondFactor } from '@inaam/contracts/access/second-factor';
import type { PasskeyAssertion } from '@inaam/contracts/account/account';
import { DomainError } from '@inaam/contracts/common/errors';
import type { AdminLoginInput, SignedInAdmin } from '@inaam/contracts/identity/sign-in';
import { adminSessions, admins } from '@inaam/db/schema/identity';
import { and, eq, sql } from 'drizzle-orm';
import type { AdminActor, Caller } from '../../kernel/actor.ts';
import type { BackOfficePolicy } from '../../kernel/back-office-policy.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { SignedIn } from '../account/sign-in.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { SignInLimiter } from '../passwords/sign-in-limiter.ts';
import type { SecurityEventLog } from '../security-events/security-event-log.ts';
import { recordSecurityEvent } from '../security-events/security-event-log.ts';
import { hasFactor } from '../sessions/has-factor.ts';
import type { AuthenticatedAdmin, SessionDetails } from '../sessions/session-tables.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { verifyPasskey } from './passkeys.ts';
import { consumeRecoveryCode } from './recovery-codes.ts';
import { consumeTotpCode } from './totp.ts';

/** Authentication of admins: sign-in and step-up confirmation. */

/** Services that all admin sign-ins share. */
interface AdminSignInServices {
  kernel: Kernel;
  adminSessions: Sessions<AuthenticatedAdmin>;
  securityEventLog: SecurityEventLog;
}

type AdminEventKind = 'sign_in' | 'sign_in_failed' | 'locked_out' | 'second_factor' | 'second_factor_failed';

const toActor = ({ id, username }: Pick<typeof admins.$inferSelect, 'id' | 'username'>) =>
  ({ kind: 'admin', id, name: username }) as const;

/**
 * Signs an admin in by password, plus a code if they have a second factor. Deactivated admins get the answer of a wrong
 * password. Known browsers have separate limits, so outsiders cannot lock an admin out.
 * @throws DomainError WRONG_USERNAME_OR_PASSWORD, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS
 */
export async function adminSignIn(
  services: AdminSignInServices & { secrets: SecretBox; signInLimiter: SignInLimiter; passwords: Passwords },
  caller: Caller,
  { username, password, code }: AdminLoginInput,
): Promise<SignedIn<SignedInAdmin>> {
  const { kernel, passwords } = services;
  const [admin] = await kernel.read((db) =>
    db
      .select({
        id: admins.id,
        username: admins.username,
        email: admins.email,
        passwordHash: admins.passwordHash,
        isActive: sql<boolean>`deactivated_at is null`,
        hasFactor: hasFactor(sql`admins.id`),
        isKnownBrowser: sql<boolean>`exists (
          select 1 from known_admin_browsers k where k.admin_id = admins.id and k.hash = ${caller.browser ?? null})`,
      })
      .from(admins)
      .where(sql`lower(${admins.username}) = lower(${username})`),
  );
  const actor = admin && toActor(admin);
  const recordEvent = (kind: AdminEventKind, detail: string) =>
    recordSecurityEvent(services, caller, { kind, realm: 'admin', actor, detail });
  const knownBrowser = admin?.isKnownBrowser ? caller.browser : undefined;
  const guardGuess = (account: string, detail: string, compare: () => Promise<boolean>) =>
    services.signInLimiter
      .guard({ realm: 'admin', account, ip: caller.ip, knownBrowser }, compare)
      .catch((error: unknown) => {
        if (error instanceof DomainError && error.code === 'TOO_MANY_REQUESTS') recordEvent('locked_out', detail);
        throw error;
      });
  const matches = await guardGuess(username.toLowerCase(), 'password', () =>
    passwords.verify(password, admin?.passwordHash ?? null),
  );
  if (!admin || !matches || !admin.isActive) {
    recordEvent('sign_in_failed', 'password');
    throw new DomainError('WRONG_USERNAME_OR_PASSWORD');
  }
  if (admin.hasFactor) {
    if (code === undefined) throw new DomainError('SECOND_FACTOR_REQUIRED', { field: 'code' });
    if (!(await guardGuess(`code of ${admin.id}`, 'code', () => consumeCode(services, admin.id, code)))) {
      recordEvent('second_factor_failed', 'code');
      throw new DomainError('SECOND_FACTOR_WRONG', { field: 'code' });
    }
    recordEvent('second_factor', 'code');
  }
  const { passwordHash } = admin;
  return openAdminSession(
    services,
    { ...caller, passwordHash },
    admin,
    admin.hasFactor ? 'password and code' : 'password',
  );
}

/** Signs in by a passkey, which counts as two factors. @throws DomainError PASSKEY_REFUSED */
export async function adminSignInByPasskey(
  services: AdminSignInServices & { backOfficePolicy: BackOfficePolicy },
  caller: Caller,
  answer: PasskeyAssertion,
): Promise<SignedIn<SignedInAdmin>> {
  const admin = await verifyPasskey(services, answer).catch((error: unknown) => {
    recordSecurityEvent(services, caller, { kind: 'sign_in_failed', realm: 'admin', detail: 'passkey' });
    throw error;
  });
  return openAdminSession(services, caller, admin, 'passkey');
}

/** Six digits are a TOTP code; anything else is a recovery code. */
const consumeCode = (
  services: { kernel: Kernel; secrets: SecretBox },
  adminId: number,
  code: string,
): Promise<boolean> =>
  /^\d{6}$/.test(code) ? consumeTotpCode(services, adminId, code) : consumeRecoveryCode(services, adminId, code);

async function openAdminSession(
  services: AdminSignInServices,
  details: SessionDetails,
  { id, username, email }: Pick<typeof admins.$inferSelect, 'id' | 'username' | 'email'>,
  method: string,
): Promise<SignedIn<SignedInAdmin>> {
  const { kernel, adminSessions: sessions } = services;
  const { sessionId, cookie } = await sessions.create(id, details);
  const browser = details.browser ?? null;
  const [row] = await kernel.runIdempotent(
    (query) => query<{ is_new: boolean | null }[]>`
      with seen as (update admins set last_sign_in_at = now() where id = ${id}),
      in_browser as (
        insert into known_admin_browsers (admin_id, hash)
        select ${id}, ${browser}::text where ${browser}::text is not null
        on conflict (admin_id, hash) do update set last_seen_at = now()
        returning xmax = 0 as is_new)
      select (select is_new from in_browser) as is_new`,
  );
  const actor = toActor({ id, username });
  recordSecurityEvent(services, details, { kind: 'sign_in', realm: 'admin', actor, detail: method });
  if (row?.is_new) recordSecurityEvent(services, details, { kind: 'new_device', realm: 'admin', actor });
  return { answer: { sessionId, admin: { username, email } }, cookie };
}

/**
 * Re-authenticates the signed-in admin: by a code or passkey, or by password if the admin has no second factor.
 * @throws DomainError WRONG_CURRENT_PASSWORD, SECOND_FACTOR_WRONG, SECOND_FACTOR_REQUIRED, PASSKEY_REFUSED,
 *   TOO_MANY_REQUESTS
 */
export async function confirmIdentity(
  services: {
    kernel: Kernel;
    actor: AdminActor;
    secrets: SecretBox;
    signInLimiter: SignInLimiter;
    passwords: Passwords;
    backOfficePolicy: BackOfficePolicy;
    securityEventLog: SecurityEventLog;
  },
  caller: Caller,
  session: { sessionId: string; hasFactor: boolean },
  input: ConfirmInput,
): Promise<void> {
  const { kernel, signInLimiter, passwords, actor } = services;
  const recordEvent = (kind: 'step_up' | 'step_up_failed', detail: string) =>
    recordSecurityEvent(services, caller, { kind, realm: 'admin', actor, detail });
  const fail = (error: DomainError, method: string): never => {
    recordEvent('step_up_failed', method);
    throw error;
  };
  // The limit is per admin, since only an admin with a live session can call this.
  const guardGuess = (compare: () => Promise<boolean>) =>
    signInLimiter.guard({ realm: 'admin', account: `confirm ${actor.id}`, ip: caller.ip }, compare);
  if ('answer' in input) {
    const owner = await verifyPasskey(services, input.answer).catch((error: unknown) => {
      recordEvent('step_up_failed', 'passkey');
      throw error;
    });
    if (owner.id !== actor.id) fail(new DomainError('PASSKEY_REFUSED'), 'passkey');
    recordEvent('step_up', 'passkey');
  } else if ('code' in input) {
    const matches = await guardGuess(() => consumeCode(services, actor.id, input.code));
    if (!matches) fail(new DomainError('SECOND_FACTOR_WRONG', { field: 'code' }), 'code');
    recordEvent('step_up', 'code');
  } else {
    if (session.hasFactor) throw new DomainError('SECOND_FACTOR_REQUIRED');
    const [admin] = await kernel.read((db) => db.select().from(admins).where(eq(admins.id, actor.id)));
    const matches = await guardGuess(() => passwords.verify(input.password, admin?.passwordHash ?? null));
    if (!matches) fail(new DomainError('WRONG_CURRENT_PASSWORD', { field: 'password' }), 'password');
    recordEvent('step_up', 'password');
  }
  await kernel.write((tx) =>
    tx
      .update(adminSessions)
      .set({ verifiedIdentityAt: sql`now()` })
      .where(and(eq(adminSessions.id, session.sessionId), eq(adminSessions.adminId, actor.id))),
  );
}

/** Lists an admin's second factors. */
export async function getSecondFactor(
  { kernel, backOfficePolicy }: { kernel: Kernel; backOfficePolicy: BackOfficePolicy },
  adminId: number,
): Promise<SecondFactor> {
  const [row] = await kernel.read(
    (_, query) => query<{ totp: boolean; codes_left: number }[]>`
      select exists (select 1 from admin_totp where admin_id = ${adminId} and secret is not null) as totp,
        (select count(*)::int from admin_recovery_codes where admin_id = ${adminId} and used_at is null) as codes_left`,
  );
  const passkeys = await kernel.read(
    (_, query) => query<{ id: string; name: string; created_at: Date; last_used_at: Date | null }[]>`
      select id, name, created_at, last_used_at from admin_passkeys where admin_id = ${adminId}
      order by created_at, id`,
  );
  return {
    required: backOfficePolicy.secondFactorRequired,
    totp: row?.totp ?? false,
    recovery_codes_left: row?.codes_left ?? 0,
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      passkey_id: id,
      name,
      created_at: new Date(created_at).toISOString(),
      last_used_at: last_used_at === null ? null : new Date(last_used_at).toISOString(),
    })),
  };
}
