import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres';

/** Is told of each statement when it is sent, and by what it gets back then, when it has ended. */
export type ObserveStatements = () => (statement: string, error?: unknown) => void;

/** Of the driver's own, beside its types: what a statement is until it has been answered. */
interface Sent {
  executed: boolean;
  /** With `$1` in place of values; null until the driver has built it. */
  statement: { string: string } | null;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  handle(): Promise<void>;
}

/** A query that tells of itself. It is sent when somebody waits for it, which the driver calls `handle`. */
function observedQuery<Result extends PendingQuery<Row[]>>(query: Result, watch: ObserveStatements): Result {
  const sent = query as unknown as Sent;
  // Helpers for values and names are made by the same function, and are no statements.
  if (typeof sent.handle !== 'function') return query;
  const { resolve, reject, handle } = sent;
  sent.handle = function handleTold(): Promise<void> {
    if (!sent.executed) {
      const end = watch();
      const text = () => sent.statement?.string.trim() ?? '';
      sent.resolve = (value) => {
        end(text());
        resolve(value);
      };
      sent.reject = (error) => {
        end(text(), error);
        reject(error);
      };
    }
    return handle.call(sent);
  };
  return query;
}

/**
 * The same pool, whose statements are told of, those inside of transactions included. Values are not part of a
 * statement's text.
 */
export function traceSql<Any extends Sql<{ bigint: number }> | TransactionSql>(
  sql: Any,
  watch: ObserveStatements,
): Any {
  return new Proxy(sql, {
    apply: (target, _, args: [never]) =>
      observedQuery((target as (...of: unknown[]) => PendingQuery<Row[]>)(...args), watch),
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      if (name === 'unsafe') return (...args: unknown[]) => observedQuery(value.apply(target, args), watch);
      if (name === 'begin' || name === 'savepoint') {
        // The work comes last, after options or a name.
        return (...args: unknown[]) =>
          value.apply(
            target,
            args.map((each) =>
              typeof each === 'function' ? (open: TransactionSql) => each(traceSql(open, watch)) : each,
            ),
          );
      }
      return value;
    },
  });
}
