import {
  type Capability,
  capabilities,
  includesRole,
  type Role,
  type Scope,
} from '@inaam/contracts/access/permissions';

/** Who acts, as named in the audit log. */
export interface Actor {
  kind: 'user' | 'admin' | 'service' | 'network' | 'system';
  id: number | null;
  name: string;
  ip: string | null;
  /** For an admin. */
  role?: Role;
  /** For a service key. */
  scopes?: readonly Scope[];
}

/** A signed-in user. `verified`: the email address is confirmed, or need not be. */
export type UserActor = Actor & { kind: 'user'; id: number; verified: boolean };

export type AdminActor = Actor & { kind: 'admin'; id: number; role: Role };

/**
 * Returns whether an admin or service key has a capability beyond its procedures. Of the other actors, only the system
 * has all capabilities.
 */
export function hasCapability(actor: Actor, capability: Capability): boolean {
  const { role, scope } = capabilities[capability];
  if (actor.kind === 'admin') return actor.role !== undefined && includesRole(actor.role, role);
  if (actor.kind === 'service') return actor.scopes?.some((each) => each === scope) ?? false;
  return actor.kind === 'system';
}

/** A service that uses a key. */
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
  /** SHA-256 of the browser's own cookie; undefined if there is none. */
  browser?: string | undefined;
  /** The traffic source that led here, and its tracker's ID of the click. */
  trafficSource?: TrafficSource | undefined;
  /** The request's ID, also in its log lines. */
  requestId?: string | undefined;
}
