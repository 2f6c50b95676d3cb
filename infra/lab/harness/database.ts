import { type Database, openDatabase, type SqlClient } from '@inaam/db/client';

/** Opens a database, runs the work and closes it. Statements may take minutes. @param max connections */
export async function withDatabase<T>(url: string, max: number, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url, { max, statementTimeout: 900_000 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Opens one connection, runs the work and closes it. */
export const withSql = <T>(url: string, work: (sql: SqlClient) => Promise<T>): Promise<T> =>
  withDatabase(url, 1, ({ sql }) => work(sql));
