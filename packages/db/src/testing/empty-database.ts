import { randomBytes } from 'node:crypto';
import '@inaam/testing/database';
import { withDatabaseName } from '@inaam/testing/server';
import postgres, { type Sql } from 'postgres';
import { inject } from 'vitest';
import { createDatabase, dropDatabase } from '../databases.ts';

/**
 * Creates an empty database with a connection. Call `drop` when done.
 * @param template a database to copy instead, such as the migrated template of the test run
 */
export async function createEmptyDatabase(
  template?: string,
): Promise<{ url: string; sql: Sql; drop(): Promise<void> }> {
  const server = inject('postgres').url;
  const name = `${new URL(server).pathname.slice(1)}_empty_${randomBytes(4).toString('hex')}`;
  await createDatabase(server, name, template);
  const url = withDatabaseName(server, name);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  return {
    url,
    sql,
    async drop() {
      await sql.end({ timeout: 5 });
      await dropDatabase(server, name);
    },
  };
}
