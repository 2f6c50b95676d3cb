import type { SqlClient, SqlPart } from '@inaam/db/client';
import type { Caller } from './actor.ts';
import type { Kernel } from './kernel.ts';

/**
 * The user of a session, even if the session has expired or its IP address or device is blocked. There is no row for a
 * suspended user.
 */
export interface CallerColumns {
  /** The session's public ID. */
  id: string;
  personId: number;
  /** Time in ms until the session expires; 0 or less if it has expired. */
  leftMs: number;
  device: string | null;
  firstName: string;
  lastName: string;
  email: string;
  verified: boolean;
  /** The stored time of the session's last use is more than an hour old. */
  isUseOutdated: boolean;
  /** The call's IP address or the session's device is blocked. */
  isBlocked: boolean;
}

/** Builds a subquery of {@link CallerColumns}: one row, or none without a session. */
export type CallerRow = (query: SqlClient, sessionId: SqlPart<string>, ip: SqlPart<string | null>) => SqlPart<never>;

/**
 * A statement of a hot call that finds the caller and reads the call's data in one round trip. Two round trips would
 * reduce the throughput of the list of offers by a third.
 * @param caller builds the subquery of the caller
 * @returns rows that begin with the caller's columns; none without a session
 */
export type CallerQuery<Extra extends object> = (
  sql: SqlClient,
  caller: CallerRow,
  sessionId: string,
  ip: string | null,
) => PromiseLike<readonly (CallerColumns & Extra)[]>;

/** What the process knows about a call before it has found the session. */
export interface EarlyCall {
  kernel: Kernel;
  caller: Caller;
  /** The session's user, if this process has seen the session before. A guess, which the statement must check. */
  personId: number | undefined;
}

/** The procedure of a hot call declares a statement that finds the session and also does the work of the call. */
export interface SessionStatement<Extra extends object> {
  /**
   * The statement writes. It must do nothing for an expired or blocked session, and must be safe to repeat. It runs
   * only if `personId` is known and the call has no idempotency key, because rate limits and idempotency keys are
   * checked before any write.
   */
  writes?: true;
  /**
   * @param input unvalidated; its schema validates it later
   * @returns undefined if the statement cannot serve this call, so that only the session is found
   */
  getCallerQuery(
    input: unknown,
    call: EarlyCall,
  ): CallerQuery<Extra> | undefined | Promise<CallerQuery<Extra> | undefined>;
}

/** The rows that a {@link SessionStatement} returned. A command finds them in its context. */
export interface SessionRows {
  statement: SessionStatement<object>;
  rows: readonly object[];
}

/** Returns the rows of this statement; undefined if another statement found the session. */
export const getStatementRows = <Extra extends object>(
  statement: SessionStatement<Extra>,
  { sessionRows }: { sessionRows?: SessionRows | undefined },
): readonly Extra[] | undefined =>
  sessionRows?.statement === statement ? (sessionRows.rows as readonly Extra[]) : undefined;

/** Returns the function that builds the callers' subquery. All calls of a batch have the same function. */
export function callersQuery(calls: readonly { caller: CallerRow }[]): CallerRow {
  const [first] = calls;
  if (!first) throw new Error('a batch has no calls');
  return first.caller;
}
