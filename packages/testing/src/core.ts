import type { VerifyIdToken } from '@inaam/core/identity/id-token';
import { createKernel, type Kernel } from '@inaam/core/kernel/kernel';
import { createSecretBox } from '@inaam/core/kernel/secret-box';
import type { Services } from '@inaam/core/services';
import { type Database, openDatabase } from '@inaam/db/client';
import { createTestDatabase } from './database.ts';
import { createServices } from './services.ts';

export interface TestCore {
  kernel: Kernel;
  services: Services;
  database: Database;
  url: string;
  close(): Promise<void>;
}

export interface TestCoreOptions {
  /** The identity provider lies outside our walls: what its verified token says. */
  verifyIdToken?: VerifyIdToken;
}

/** A key like an operator's own. */
const SECRETS_KEY = Buffer.from('a key of thirty-two bytes, no more', 'utf8').subarray(0, 32);

/** The rules over a database of the test file's own. Close it in `afterAll`. */
export async function createTestCore(options: TestCoreOptions = {}): Promise<TestCore> {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, { max: 20, statementTimeout: 10_000 });
  const kernel = createKernel(database, { deadline: 12_000, secrets: createSecretBox([SECRETS_KEY]) });
  return {
    kernel,
    database,
    url,
    services: await createServices(kernel, database, options.verifyIdToken),
    async close() {
      await database.close();
      await drop();
    },
  };
}
