import { DomainError } from '@inaam/contracts/common/errors';
import type { AdminActor, ServiceActor } from '@inaam/core/kernel/actor';
import type { CallerReading } from '@inaam/core/kernel/caller';
import { findKey, type KeyFound } from '@inaam/core/people/keys/api-keys';
import { securityEvent } from '@inaam/core/people/security-events/trail';
import { refuseBlocked } from '@inaam/core/people/sessions/services';
import type { AdminSession, Context, UserSession } from './context.ts';

/** Finds out who calls. What each of them may do is decided in procedures.ts. */

/**
 * The user behind the cookie; undefined for none. A session that slides on gets its new cookie.
 * @throws DomainError BLOCKED by address or device, with a session or without
 */
export const findUser = (ctx: Context): Promise<UserSession | undefined> =>
  unlessBlocked(ctx, ctx.services.userSessions.validate(ctx.cookieHeader, ctx.caller.ip));

/**
 * The same, by a statement that reads along what the call is about.
 * @throws DomainError BLOCKED by address or device, with a session or without
 */
export const findUserReading = <Extra extends object>(ctx: Context, reading: CallerReading<Extra>) =>
  unlessBlocked(ctx, ctx.services.userSessions.validateReading(ctx.cookieHeader, ctx.caller.ip, reading));

async function unlessBlocked<Session extends UserSession>(
  ctx: Context,
  finding: Promise<Session | undefined>,
): Promise<Session | undefined> {
  const { services, caller } = ctx;
  const session = await finding;
  if (!session) await refuseBlocked(services.kernel, caller.ip, null);
  else if (session.isBlocked) throw new DomainError('BLOCKED');
  if (session?.renewed) ctx.setCookie(session.renewed.serialize());
  return session;
}

export type AdminCaller =
  | { kind: 'person'; session: AdminSession; actor: AdminActor }
  | { kind: 'service'; key: KeyFound; actor: ServiceActor };

/**
 * The admin behind the cookie, or the service behind the key. A key that is sent counts alone: one that is no good is
 * not made up for by a cookie beside it.
 * @throws DomainError NOT_SIGNED_IN for a key that is unknown or revoked
 */
export async function findAdmin(ctx: Context): Promise<AdminCaller | undefined> {
  const { services, caller } = ctx;
  if (ctx.authorization !== undefined) return findService(ctx, ctx.authorization, 'admin');
  const session = await services.adminSessions.validate(ctx.cookieHeader, caller.ip);
  if (!session) return undefined;
  if (session.renewed) ctx.setCookie(session.renewed.serialize());
  const { person } = session;
  const actor = { kind: 'admin', id: person.id, name: person.username, ip: caller.ip, role: person.role } as const;
  return { kind: 'person', session, actor };
}

type ServiceCaller = AdminCaller & { kind: 'service' };

async function findService(
  { services, caller }: Context,
  authorization: string,
  realm: 'admin' | 'user',
): Promise<ServiceCaller> {
  const key = await findKey(services.kernel, authorization, caller.ip);
  if (!key) {
    securityEvent(services, caller, { kind: 'sign_in_failed', realm, detail: 'service key' });
    throw new DomainError('NOT_SIGNED_IN');
  }
  const { id, name, scopes } = key;
  if (key.movedFrom !== undefined) {
    const actor = { kind: 'service', id, name } as const;
    securityEvent(services, caller, { kind: 'key_new_address', realm, actor });
  }
  return { kind: 'service', key, actor: { kind: 'service', id, name, ip: caller.ip, scopes } };
}

/**
 * The service that signs somebody up, within its limit of calls; undefined where nobody says to be one.
 * @throws DomainError NOT_SIGNED_IN, KEY_WRONG_ADDRESS, KEY_OUT_OF_SCOPE, TOO_MANY_REQUESTS
 */
export async function findRegistrar(ctx: Context): Promise<ServiceCaller | undefined> {
  if (ctx.authorization === undefined) return undefined;
  const service = await findService(ctx, ctx.authorization, 'user');
  await spendOf(ctx, service);
  if (!service.key.scopes.includes('users:register')) throw new DomainError('KEY_OUT_OF_SCOPE');
  return service;
}

/**
 * Counts a call against the limit of the person, in whichever session, or of the key. @throws DomainError
 * TOO_MANY_REQUESTS
 */
export async function spendOf(ctx: Context, caller: UserSession | AdminCaller, cost = 1): Promise<void> {
  if (!('kind' in caller)) return spendOfUser(ctx, caller.person.id, cost);
  if (ctx.isPrepaid) return;
  const { rateLimits } = ctx.services;
  if (caller.kind === 'person') await rateLimits.spend('admin', caller.session.person.id, cost);
  else await rateLimits.spend('key', caller.key.id, cost);
}

/** The same for a user by their id. @throws DomainError TOO_MANY_REQUESTS */
export async function spendOfUser(ctx: Context, personId: number, cost = 1): Promise<void> {
  if (!ctx.isPrepaid) await ctx.services.rateLimits.spend('user', personId, cost);
}

/** Whose a call is, for what is remembered by caller: a person, who may have signed in anew since, or a key. */
export const principalOf = (caller: UserSession | AdminCaller): string => {
  if (!('kind' in caller)) return `user:${caller.person.id}`;
  return caller.kind === 'person' ? `admin:${caller.session.person.id}` : `key:${caller.key.id}`;
};
