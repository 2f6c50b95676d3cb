import type { MoveSql, SqlPart } from '@inaam/db/client';

/** A signed-in user, as a statement finds them: by their session, whether they may act or not. */
export interface CallerColumns {
  /** The session's public name. */
  id: string;
  personId: number;
  /** ms; 0 or less for an expired session. */
  leftMs: number;
  device: string | null;
  firstName: string;
  lastName: string;
  email: string;
  verified: boolean;
  /** More than an hour since the session was used. */
  unseen: boolean;
  /** An admin has blocked the address or the device. */
  isBlocked: boolean;
}

/** A subquery that gives {@link CallerColumns}: one row, or none without a session. */
export type CallerRow = (query: MoveSql, sessionId: SqlPart<string>, ip: SqlPart<string | null>) => SqlPart<never>;

/**
 * A statement of a hot call, which finds the caller and what the call is about in one round trip: two would cost a
 * third of the speed that the list of offers is asked for. How a caller is found is handed to it.
 * @returns rows that begin with the columns of the caller; none without a session
 */
export type CallerReading<Extra extends object> = (
  sql: MoveSql,
  caller: CallerRow,
  sessionId: string,
  ip: string | null,
) => PromiseLike<readonly (CallerColumns & Extra)[]>;

/** How the callers of a batch are found: the same for all of its calls. */
export function callerOf(calls: readonly { caller: CallerRow }[]): CallerRow {
  const [first] = calls;
  if (!first) throw new Error('a batch has no calls');
  return first.caller;
}
