import {
  type Capability,
  capabilities,
  includesRole,
  type Role,
  type Scope,
} from '@inaam/contracts/access/permissions';

/** The user, admin, service key, network or system that acts, as the audit log names it. */
export interface Actor {
  kind: 'user' | 'admin' | 'service' | 'network' | 'system';
  id: number | null;
  name: string;
  ip: string | null;
  /** Only for an admin. */
  role?: Role;
  /** Only for a service key. */
  scopes?: readonly Scope[];
}

/** A signed-in user. `verified`: the email address is confirmed or needs no confirmation. */
export type UserActor = Actor & { kind: 'user'; id: number; verified: boolean };

export type AdminActor = Actor & { kind: 'admin'; id: number; role: Role };

/**
 * Returns whether an actor has a capability: an admin by role, a service key by scope. The system has all capabilities;
 * users and networks have none.
 */
export function hasCapability(actor: Actor, capability: Capability): boolean {
  const { role, scope } = capabilities[capability];
  if (actor.kind === 'admin') return actor.role !== undefined && includesRole(actor.role, role);
  if (actor.kind === 'service') return actor.scopes?.some((each) => each === scope) ?? false;
  return actor.kind === 'system';
}

/** A program that calls with a service key. */
export type ServiceActor = Actor & { kind: 'service'; id: number };

export const systemActor: Actor = { kind: 'system', id: null, name: 'system', ip: null };

export interface TrafficSource {
  source: string;
  click: string;
}

/** The origin of a call, as sessions, clicks and limits store it. */
export interface Caller {
  /** Normalised by {@link normalizeAddress}; null if unknown. */
  ip: string | null;
  userAgent: string | null;
  /** SHA-256 of the cookie that identifies the browser; undefined without that cookie. */
  browser?: string | undefined;
  /** The traffic source that sent the user to us, with the click ID of the source's tracker. */
  trafficSource?: TrafficSource | undefined;
  /** The request's ID, as in the log lines of the request. */
  requestId?: string | undefined;
}
