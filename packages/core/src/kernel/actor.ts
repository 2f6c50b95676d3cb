/** Who acts, as the audit log names them. */
export interface Actor {
  kind: 'user' | 'admin' | 'service' | 'network' | 'system';
  id: number | null;
  name: string;
  ip: string | null;
}

/** A signed-in user. */
export type UserActor = Actor & { kind: 'user'; id: number };

/** A signed-in admin in person. */
export type AdminActor = Actor & { kind: 'admin'; id: number };

/** A service with a key. */
export type ServiceActor = Actor & { kind: 'service'; id: number };

export const systemActor: Actor = { kind: 'system', id: null, name: 'system', ip: null };

/** Where a call comes from: what sessions, clicks and limits keep. */
export interface Caller {
  /** Normalised by {@link normalizeAddress}; null when it is not known. */
  ip: string | null;
  userAgent: string | null;
  /** The browser's own cookie, as its SHA-256; undefined where a caller keeps none. */
  browser?: string | undefined;
  /** The request's own id, which its lines in the log carry, too. */
  requestId?: string | undefined;
}
