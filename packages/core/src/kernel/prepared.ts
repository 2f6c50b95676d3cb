import type { Db } from '@inaam/db/client';

/**
 * Prepares a Drizzle query for a hot read: the SQL is built once per database client and planned once per connection.
 * The compiler checks the columns.
 * @param build ends with `.prepare('name')`; use `sql.placeholder('…')` for parameters
 */
export function prepareQuery<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const queries = new WeakMap<Db, Query>();
  return (db) => {
    const known = queries.get(db);
    if (known !== undefined) return known;
    const query = build(db);
    queries.set(db, query);
    return query;
  };
}
