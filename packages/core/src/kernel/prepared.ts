import type { Db } from '@inaam/db/client';

/**
 * A query of Drizzle's for a hot plain read: its text is built once for each database, and the server plans it once for
 * each connection. Its columns are checked by the compiler, which a statement written as text cannot offer.
 * @param build ends with `.prepare('name')`; what varies is a `sql.placeholder('…')`
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
