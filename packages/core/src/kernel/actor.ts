import {
  type Capability,
  capabilities,
  includesRole,
  type Role,
  type Scope,
} from '@inaam/contracts/access/permissions';

/** Who acts, as the audit log names them. */
export interface Actor {
  kind: 'user' | 'admin' | 'service' | 'network' | 'system';
  id: number | null;
  name: string;
  ip: string | null;
  /** An admin's. */
  role?: Role;
  /** A service key's. */
  scopes?: readonly Scope[];
}

/** A signed-in user. `verified`: has shown that the address is theirs, or need not. */
export type UserActor = Actor & { kind: 'user'; id: number; verified: boolean };

/** A signed-in admin in person. */
export type AdminActor = Actor & { kind: 'admin'; id: number; role: Role };

/** What people and keys may in the back-office beyond their procedures; everybody else who acts is the system's own. */
export function hasCapability(actor: Actor, capability: Capability): boolean {
  const { role, scope } = capabilities[capability];
  if (actor.kind === 'admin') return actor.role !== undefined && includesRole(actor.role, role);
  if (actor.kind === 'service') return actor.scopes?.some((each) => each === scope) ?? false;
  return actor.kind === 'system';
}

/** A service with a key. */
export type ServiceActor = Actor & { kind: 'service'; id: number };

export const systemActor: Actor = { kind: 'system', id: null, name: 'system', ip: null };

export interface TrafficSource {
  source: string;
  click: string;
}

/** Where a call comes from: what sessions, clicks and limits keep. */
export interface Caller {
  /** Normalised by {@link normalizeAddress}; null when it is not known. */
  ip: string | null;
  userAgent: string | null;
  /** The browser's own cookie, as its SHA-256; undefined where a caller keeps none. */
  browser?: string | undefined;
  /** The traffic source that brought the browser here, and what its tracker calls the click. */
  cameFrom?: TrafficSource | undefined;
  /** The request's own id, which its lines in the log carry, too. */
  requestId?: string | undefined;
}
