import { randomBytes } from 'node:crypto';
import { createDatabase, dropDatabase } from '@inaam/db/databases';
import { inject } from 'vitest';
import { type TestServer, withDatabaseName } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Started once per run by the global setup of vitest.config.ts. */
    postgres: TestServer;
  }
}

/**
 * Creates a migrated, empty database for a test file. `drop` ends every connection to it. A database that is not
 * dropped goes with the server at the end of the run.
 */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { url, template } = inject('postgres');
  const name = template.replace('_template_', `_${randomBytes(6).toString('hex')}_`);
  await createDatabase(url, name, template);
  return { url: withDatabaseName(url, name), drop: () => dropDatabase(url, name) };
}
