import { type MoveSql, openDatabase } from '@inaam/db/client';

/** Runs statements straight in a database, for what no call of the product does; then lets it go. */
export async function withSqlConnection<T>(url: string, work: (sql: MoveSql) => Promise<T>): Promise<T> {
  const database = openDatabase(url, { max: 1, statementTimeout: 10_000 });
  try {
    return await work(database.sql);
  } finally {
    await database.close();
  }
}
