import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres';

/** Called for each sent statement. The returned function is called with its result. */
export type ObserveStatements = () => (statement: string, error?: unknown) => void;

/** Internal fields of the driver's queries, up to the answer. */
interface DriverQuery {
  executed: boolean;
  /** With `$1` in place of values; null until the driver builds it. */
  statement: { string: string } | null;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  handle(): Promise<void>;
}

/** A query that reports itself. The driver sends it when it is awaited, in `handle`. */
function observeQuery<Result extends PendingQuery<Row[]>>(query: Result, watch: ObserveStatements): Result {
  const sent = query as unknown as DriverQuery;
  // The same function makes helpers for values and names, which are not statements.
  if (typeof sent.handle !== 'function') return query;
  const { resolve, reject, handle } = sent;
  sent.handle = function handleObserved(): Promise<void> {
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
 * Returns the same pool with its statements observed, including those in transactions. A statement's text has no
 * values.
 */
export function traceSql<Client extends Sql<{ bigint: number }> | TransactionSql>(
  sql: Client,
  watch: ObserveStatements,
): Client {
  return new Proxy(sql, {
    apply: (target, _, args: [never]) =>
      observeQuery((target as (...of: unknown[]) => PendingQuery<Row[]>)(...args), watch),
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      if (name === 'unsafe') return (...args: unknown[]) => observeQuery(value.apply(target, args), watch);
      if (name === 'begin' || name === 'savepoint') {
        // The callback is last, after options or a name.
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
