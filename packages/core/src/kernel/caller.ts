import type { MoveSql, SqlPart } from '@inaam/db/client';
import type { Caller } from './actor.ts';
import type { Kernel } from './kernel.ts';

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
export type CallerQuery<Extra extends object> = (
  sql: MoveSql,
  caller: CallerRow,
  sessionId: string,
  ip: string | null,
) => PromiseLike<readonly (CallerColumns & Extra)[]>;

/** What is known of a user's call before its session is found. */
export interface EarlyCall {
  kernel: Kernel;
  caller: Caller;
  /** Whose session this process has seen before: a guess, which the statement checks. */
  personId: number | undefined;
}

/** Declared by the procedure of a hot call: the statement that finds the session and reads, or does, the rest. */
export interface SessionStatement<Extra extends object> {
  /**
   * The statement writes. It must do nothing for a session that is expired or blocked, and the same when it runs again.
   * It runs only where the person is known and the call has no idempotency key: the call is counted against the
   * person's limit first, and a key asks for its earlier outcome.
   */
  writes?: true;
  /**
   * @param input as it came: its schema judges it later
   * @returns undefined to find the session alone
   */
  readingOf(input: unknown, call: EarlyCall): CallerQuery<Extra> | undefined | Promise<CallerQuery<Extra> | undefined>;
}

/** The rows that a {@link SessionStatement} gave: a command takes them from its context. */
export interface SessionRows {
  statement: SessionStatement<object>;
  rows: readonly object[];
}

/** @returns undefined where the session was found alone, or by another statement */
export const rowsOf = <Extra extends object>(
  statement: SessionStatement<Extra>,
  { sessionRows }: { sessionRows?: SessionRows | undefined },
): readonly Extra[] | undefined =>
  sessionRows?.statement === statement ? (sessionRows.rows as readonly Extra[]) : undefined;

/** How the callers of a batch are found: the same for all of its calls. */
export function callersQuery(calls: readonly { caller: CallerRow }[]): CallerRow {
  const [first] = calls;
  if (!first) throw new Error('a batch has no calls');
  return first.caller;
}
