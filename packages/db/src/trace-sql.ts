import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres';

/** Called for each sent statement. The returned function is called when the statement ends. */
export type ObserveStatements = () => (statement: string, error?: unknown) => void;

/** Internal fields and methods of the driver's queries. */
interface DriverQuery {
  executed: boolean;
  /** With `$1` in place of values; null until the driver builds it. */
  statement: { string: string } | null;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  handle(): Promise<void>;
}

/** Makes a query report to `watch`. The driver calls `handle` and sends the query when the query is awaited. */
function observeQuery<Result extends PendingQuery<Row[]>>(query: Result, watch: ObserveStatements): Result {
  const driverQuery = query as unknown as DriverQuery;
  // `sql` also creates helpers for values and names, which are not statements.
  if (typeof driverQuery.handle !== 'function') return query;
  const { resolve, reject, handle } = driverQuery;
  driverQuery.handle = function handleObserved(): Promise<void> {
    if (!driverQuery.executed) {
      const end = watch();
      const text = () => driverQuery.statement?.string.trim() ?? '';
      driverQuery.resolve = (value) => {
        end(text());
        resolve(value);
      };
      driverQuery.reject = (error) => {
        end(text(), error);
        reject(error);
      };
    }
    return handle.call(driverQuery);
  };
  return query;
}

/**
 * Returns the pool with its statements observed, including statements in transactions. The text of a statement contains
 * no values.
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
