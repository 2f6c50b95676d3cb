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
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '53300', // too_many_connections
  '25P03', // idle_in_transaction_session_timeout
]);

/**
 * Classes of SQLSTATE that mean the same: connection exceptions, and sessions that the server ends (57P01 to 57P05).
 */
const LOST_CLASSES = ['08', '57P'];

/** The server is in recovery, or was told not to write: after a failover, another one writes. */
const READ_ONLY = '25006';

/**
 * Nothing was done, and trying again at once would find the same: no disk, no memory, too many connections or locks
 * (class 53), a statement that took too long (57014), a file that cannot be read or written (class 58).
 */
const UNAVAILABLE_CLASSES = ['53', '57014', '58'];

/** Rolled back for a reason that may be gone at the next try: serialization failure, deadlock, lock timeout. */
const CONFLICT = new Set(['40001', '40P01', '55P03']);

function codes(error: unknown): string[] {
  const found: string[] = [];
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && typeof e.code === 'string') found.push(e.code);
  }
  return found;
}

const isOf = (code: string, classes: readonly string[]): boolean => classes.some((each) => code.startsWith(each));

export const isConnectionLoss = (error: unknown): boolean =>
  codes(error).some((code) => LOST.has(code) || isOf(code, LOST_CLASSES));

export const isConflict = (error: unknown): boolean => codes(error).some((code) => CONFLICT.has(code));

export const isReadOnly = (error: unknown): boolean => codes(error).includes(READ_ONLY);

/** Whether it is the database's state that is at fault, and not the statement. */
export const isUnavailable = (error: unknown): boolean =>
  isReadOnly(error) || codes(error).some((code) => isOf(code, UNAVAILABLE_CLASSES));

/** The unique index or the check that a statement ran into; undefined for other failures. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && (e.code === '23505' || e.code === '23514') && 'constraint_name' in e) {
      return typeof e.constraint_name === 'string' ? e.constraint_name : undefined;
    }
  }
  return undefined;
}

/** The server gave up on a statement that took longer than it may: it would elsewhere, too. */
export const isStatementTimeout = (error: unknown): boolean => codes(error).includes('57014');

/** A relation, a column, a function or a schema that the server does not have yet: one that replays a migration. */
const UNKNOWN = new Set(['3F000', '42703', '42883', '42P01']);

export const isUndefinedObject = (error: unknown): boolean => codes(error).some((code) => UNKNOWN.has(code));
