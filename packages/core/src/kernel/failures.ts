/** Classifies database failures. Drizzle wraps driver errors, so codes are looked up along the chain of causes. */

/** The connection is lost or was refused, so it is unknown whether the statement took effect. */
const LOST_CODES = new Set([
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
 * SQLSTATE prefixes of lost connections: connection exceptions, and sessions that the server ended (57P01 to 57P05).
 */
const LOST_CLASSES = ['08', '57P'];

/** The server is in recovery or read-only; after a failover, another server accepts writes. */
const READ_ONLY = '25006';

/**
 * Nothing was done, and an immediate retry would fail too: out of disk, memory or locks (class 53), statement timeout
 * (57014), file errors (class 58). Class 53 includes 53300, but callers treat it as a lost connection first.
 */
const UNAVAILABLE_CLASSES = ['53', '57014', '58'];

/** The transaction was rolled back, but a retry may succeed: serialization failure, deadlock, lock timeout. */
const CONFLICT = new Set(['40001', '40P01', '55P03']);

function codes(error: unknown): string[] {
  const found: string[] = [];
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && typeof e.code === 'string') found.push(e.code);
  }
  return found;
}

const isInClass = (code: string, classes: readonly string[]): boolean => classes.some((each) => code.startsWith(each));

export const isConnectionLoss = (error: unknown): boolean =>
  codes(error).some((code) => LOST_CODES.has(code) || isInClass(code, LOST_CLASSES));

export const isConflict = (error: unknown): boolean => codes(error).some((code) => CONFLICT.has(code));

export const isReadOnly = (error: unknown): boolean => codes(error).includes(READ_ONLY);

/** Returns whether the state of the database, not the statement, caused the failure. */
export const isUnavailable = (error: unknown): boolean =>
  isReadOnly(error) || codes(error).some((code) => isInClass(code, UNAVAILABLE_CLASSES));

/** Returns the name of the violated unique index or check constraint; undefined for other failures. */
export function getViolatedConstraint(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && (e.code === '23505' || e.code === '23514') && 'constraint_name' in e) {
      return typeof e.constraint_name === 'string' ? e.constraint_name : undefined;
    }
  }
  return undefined;
}

/** The statement exceeded its timeout. On another server it would, too. */
export const isStatementTimeout = (error: unknown): boolean => codes(error).includes('57014');

/** SQLSTATE codes for a missing relation, column, function or schema: a standby has not yet replayed the migration. */
const UNDEFINED_OBJECT = new Set(['3F000', '42703', '42883', '42P01']);

export const isUndefinedObject = (error: unknown): boolean => codes(error).some((code) => UNDEFINED_OBJECT.has(code));
