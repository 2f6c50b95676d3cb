/**
 * What a failure of the database means for the caller. Drizzle wraps what the driver throws, so the codes are looked
 * for along the chain of causes.
 */

/** The connection is gone or could not be had: whether the statement took effect is not known. */
const LOST = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '53300', // too_many_connections
]);

/** Rolled back for a reason that may be gone at the next try: serialization failure, deadlock, lock timeout. */
const CONFLICT = new Set(['40001', '40P01', '55P03']);

function codes(error: unknown): string[] {
  const found: string[] = [];
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && typeof e.code === 'string') found.push(e.code);
  }
  return found;
}

const isLostCode = (code: string): boolean => LOST.has(code) || code.startsWith('08');

export const isConnectionLoss = (error: unknown): boolean => codes(error).some(isLostCode);

export const isConflict = (error: unknown): boolean => codes(error).some((code) => CONFLICT.has(code));

/** The unique index or the check that a statement ran into; undefined for other failures. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && (e.code === '23505' || e.code === '23514') && 'constraint_name' in e) {
      return typeof e.constraint_name === 'string' ? e.constraint_name : undefined;
    }
  }
  return undefined;
}
