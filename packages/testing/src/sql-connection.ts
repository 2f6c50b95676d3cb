import { openDatabase, type SqlClient } from '@inaam/db/client';

/** Opens a connection, runs statements that the product's API does not offer, and closes it. */
export async function withSqlConnection<T>(url: string, work: (sql: SqlClient) => Promise<T>): Promise<T> {
  const database = openDatabase(url, { max: 1, statementTimeout: 10_000 });
  try {
    return await work(database.sql);
  } finally {
    await database.close();
  }
}
