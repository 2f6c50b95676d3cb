/** Who acts, as the audit log names them. */
export interface Actor {
  kind: 'user' | 'admin' | 'service' | 'network' | 'system';
  id: number | null;
  name: string;
  ip: string | null;
}

export const systemActor: Actor = { kind: 'system', id: null, name: 'system', ip: null };

/** Where a call comes from: what sessions, clicks and limits keep. */
export interface Caller {
  /** Normalised by {@link normalizeAddress}; null when it is not known. */
  ip: string | null;
  userAgent: string | null;
}
