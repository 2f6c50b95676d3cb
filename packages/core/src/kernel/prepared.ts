import type { Db } from '@inaam/db/client';

/**
 * A Drizzle query for hot reads: its text is built once per database, and the server plans it once per connection. The
 * compiler checks its columns.
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
