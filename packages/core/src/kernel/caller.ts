import type { SqlClient, SqlPart } from '@inaam/db/client';
import type { Caller } from './actor.ts';
import type { Kernel } from './kernel.ts';

/** A signed-in user as found by the session, whether or not they may act. */
export interface CallerColumns {
  /** The session's public ID. */
  id: string;
  personId: number;
  /** ms until expiry; 0 or less if expired. */
  leftMs: number;
  device: string | null;
  firstName: string;
  lastName: string;
  email: string;
  verified: boolean;
  /** The session was not used for more than an hour. */
  isUseOutdated: boolean;
  /** The address or device is blocked. */
  isBlocked: boolean;
}

/** Builds a subquery of {@link CallerColumns}: one row, or none without a session. */
export type CallerRow = (query: SqlClient, sessionId: SqlPart<string>, ip: SqlPart<string | null>) => SqlPart<never>;

/**
 * A statement of a hot call that finds the caller and reads the call's data in one round trip. Two round trips would
 * cost a third of the throughput of the list of offers. The subquery of the caller is passed in.
 * @returns rows that begin with the caller's columns; none without a session
 */
export type CallerQuery<Extra extends object> = (
  sql: SqlClient,
  caller: CallerRow,
  sessionId: string,
  ip: string | null,
) => PromiseLike<readonly (CallerColumns & Extra)[]>;

/** What is known about a call before its session is found. */
export interface EarlyCall {
  kernel: Kernel;
  caller: Caller;
  /** The session's user, if this process has seen the session before. Only a guess: the statement checks it. */
  personId: number | undefined;
}

/** Declared by the procedure of a hot call: the statement that finds the session and does the rest. */
export interface SessionStatement<Extra extends object> {
  /**
   * The statement writes. It must do nothing for an expired or blocked session, and must be repeatable. It runs only
   * for a known user without an idempotency key, because limits are counted and keys are checked first.
   */
  writes?: true;
  /**
   * @param input unvalidated; its schema validates it later
   * @returns undefined to find only the session
   */
  getCallerQuery(
    input: unknown,
    call: EarlyCall,
  ): CallerQuery<Extra> | undefined | Promise<CallerQuery<Extra> | undefined>;
}

/** Rows of a {@link SessionStatement}, which a command takes from its context. */
export interface SessionRows {
  statement: SessionStatement<object>;
  rows: readonly object[];
}

/** @returns undefined if another statement found the session */
export const getStatementRows = <Extra extends object>(
  statement: SessionStatement<Extra>,
  { sessionRows }: { sessionRows?: SessionRows | undefined },
): readonly Extra[] | undefined =>
  sessionRows?.statement === statement ? (sessionRows.rows as readonly Extra[]) : undefined;

/** Returns the subquery of callers that all calls of a batch share. */
export function callersQuery(calls: readonly { caller: CallerRow }[]): CallerRow {
  const [first] = calls;
  if (!first) throw new Error('a batch has no calls');
  return first.caller;
}
