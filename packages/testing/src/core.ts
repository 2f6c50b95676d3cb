import { createBudgets } from '@inaam/core/identity/budgets';
import { createGuesses } from '@inaam/core/identity/guesses';
import type { VerifyIdToken } from '@inaam/core/identity/id-token';
import { createPasswords } from '@inaam/core/identity/passwords';
import { createAdminSessions, createUserSessions } from '@inaam/core/identity/sessions';
import { createKernel, type Kernel } from '@inaam/core/kernel/kernel';
import { createSecretBox } from '@inaam/core/kernel/secret-box';
import type { Services } from '@inaam/core/services';
import { type Database, openDatabase } from '@inaam/db/client';
import { createTestDatabase } from './database.ts';

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
    services: {
      kernel,
      appOrigin: 'http://localhost:3000',
      feedRules: { trustedOrigin: undefined },
      passwords: await createPasswords(),
      guesses: createGuesses(kernel, database.db),
      budgets: createBudgets(kernel),
      userSessions: createUserSessions(kernel, false),
      adminSessions: createAdminSessions(kernel, false),
      verifyIdToken: options.verifyIdToken ?? (() => Promise.reject(new Error('no identity provider in this test'))),
    },
    async close() {
      await database.close();
      await drop();
    },
  };
}
