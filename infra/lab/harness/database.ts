import { type Database, type MoveSql, openDatabase } from '@inaam/db/client';

/** Opens a database for some work, and closes it. Its statements may take minutes. @param max connections */
export async function withDatabase<T>(url: string, max: number, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url, { max, statementTimeout: 900_000 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Opens one connection for some work. */
export const withSql = <T>(url: string, work: (sql: MoveSql) => Promise<T>): Promise<T> =>
  withDatabase(url, 1, ({ sql }) => work(sql));
