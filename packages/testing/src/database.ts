import { randomBytes } from 'node:crypto';
import { createDatabase, dropDatabase } from '@inaam/db/databases';
import { inject } from 'vitest';
import { waitOutPeriodEnd } from './period-end.ts';
import { type TestServer, withDatabaseName } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Started once per run by the global setup of vitest.config.ts. */
    postgres: TestServer;
  }
}

/** Most test files end within this time. If the day in Indian time ends earlier, a test file waits for the next day. */
const LEAST_DAY_MS = 15_000;

/**
 * Creates a migrated, empty database for a test file. `drop` ends every connection to the database. A database that is
 * not dropped is removed together with the server at the end of the run.
 */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  await waitOutPeriodEnd('day', LEAST_DAY_MS);
  const { url, template } = inject('postgres');
  const name = template.replace('_template_', `_${randomBytes(6).toString('hex')}_`);
  await createDatabase(url, name, template);
  return { url: withDatabaseName(url, name), drop: () => dropDatabase(url, name) };
}
