import { DomainError } from '@inaam/contracts/common/errors';
import type { AdminActor, ServiceActor } from '@inaam/core/kernel/actor';
import type { CallerQuery } from '@inaam/core/kernel/caller';
import { type FoundKey, findKey } from '@inaam/core/people/keys/api-keys';
import { recordSecurityEvent } from '@inaam/core/people/security-events/security-event-log';
import { refuseBlocked } from '@inaam/core/people/sessions/services';
import type { AdminSession, Context, UserSession } from './context.ts';

/** Identifies callers; procedures.ts decides what they may do. */

/**
 * Refuses a user's call without an IP address, because blocks and limits depend on it. The IP address is missing if a
 * trusted proxy sent something that is not an IP address.
 * @throws DomainError UNAVAILABLE
 */
export function requireUserAddress({ caller }: Context): void {
  if (caller.ip === null) throw new DomainError('UNAVAILABLE');
}

/**
 * Finds the user by the session cookie; undefined without a session. Sets the new cookie of a renewed session.
 * @param reading a statement of the called procedure that also finds the session
 * @throws DomainError BLOCKED if the IP address or the session's device is blocked; UNAVAILABLE without an IP address
 */
export async function findUser(ctx: Context, reading?: CallerQuery<object>): Promise<UserSession | undefined> {
  requireUserAddress(ctx);
  const { services, caller } = ctx;
  const session = await services.userSessions.validate(ctx.cookieHeader, caller.ip, reading);
  if (!session) await refuseBlocked(services.kernel, caller.ip, null);
  else if (session.isBlocked) throw new DomainError('BLOCKED');
  if (session?.renewed) ctx.setCookie(session.renewed.serialize());
  return session;
}

export type AdminCaller =
  | { kind: 'person'; session: AdminSession; actor: AdminActor }
  | { kind: 'service'; key: FoundKey; actor: ServiceActor };

/**
 * Finds the admin by the session cookie, or the program by its service key. If a key is sent, the cookie is ignored,
 * even if the key is invalid.
 * @returns undefined without a key and without a session
 * @throws DomainError NOT_SIGNED_IN for an unknown, revoked or expired key, KEY_WRONG_ADDRESS
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
    recordSecurityEvent(services, caller, { kind: 'sign_in_failed', realm, detail: 'service key' });
    throw new DomainError('NOT_SIGNED_IN');
  }
  const { id, name, scopes } = key;
  if (key.movedFrom !== undefined) {
    const actor = { kind: 'service', id, name } as const;
    recordSecurityEvent(services, caller, { kind: 'key_used_from_new_address', realm, actor });
  }
  return { kind: 'service', key, actor: { kind: 'service', id, name, ip: caller.ip, scopes } };
}

/**
 * Returns false without a service key, and true for a key that may sign users up. Counts the call against the key's
 * rate limit.
 * @throws DomainError NOT_SIGNED_IN, KEY_WRONG_ADDRESS, KEY_OUT_OF_SCOPE, TOO_MANY_REQUESTS
 */
export async function isRegistrar(ctx: Context): Promise<boolean> {
  if (ctx.authorization === undefined) return false;
  const service = await findService(ctx, ctx.authorization, 'user');
  await countCall(ctx, service);
  if (!service.key.scopes.includes('users:register')) throw new DomainError('KEY_OUT_OF_SCOPE');
  return true;
}

/**
 * Counts a call against the rate limit of the person (over all sessions) or of the key.
 * @throws DomainError TOO_MANY_REQUESTS
 */
export async function countCall(ctx: Context, caller: UserSession | AdminCaller, cost = 1): Promise<void> {
  if (!('kind' in caller)) return countUserCall(ctx, caller.person.id, cost);
  if (ctx.skipsRateLimit) return;
  const { rateLimits } = ctx.services;
  if (caller.kind === 'person') await rateLimits.charge('admin', caller.session.person.id, cost);
  else await rateLimits.charge('key', caller.key.id, cost);
}

/** Counts a call against the rate limit of a user. @throws DomainError TOO_MANY_REQUESTS */
export async function countUserCall(ctx: Context, personId: number, cost = 1): Promise<void> {
  if (!ctx.skipsRateLimit) await ctx.services.rateLimits.charge('user', personId, cost);
}

/** A name of the caller that is the same in all sessions. Records such as idempotency keys belong to this name. */
export const getPrincipal = (caller: UserSession | AdminCaller): string => {
  if (!('kind' in caller)) return `user:${caller.person.id}`;
  return caller.kind === 'person' ? `admin:${caller.session.person.id}` : `key:${caller.key.id}`;
};
