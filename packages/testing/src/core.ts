import type { Actor } from '@inaam/core/kernel/actor';
import type { ApprovalRules } from '@inaam/core/kernel/approval';
import type { CommandContext } from '@inaam/core/kernel/command';
import { createKernel, type Kernel } from '@inaam/core/kernel/kernel';
import type { Mailer, Pusher } from '@inaam/core/kernel/mail/transports';
import { createSecretBox } from '@inaam/core/kernel/seals';
import type { AccountPolicy } from '@inaam/core/people/account/account-policy';
import type { VerifyIdToken } from '@inaam/core/people/users/id-token';
import type { Services } from '@inaam/core/services';
import { type Database, openDatabase } from '@inaam/db/client';
import { createTestDatabase } from './database.ts';
import { createServices } from './services.ts';

export interface TestCore {
  kernel: Kernel;
  services: Services;
  /** The context of a command. @param runOnceKey the key of a call that must not run twice */
  as<By extends Actor>(actor: By, runOnceKey?: string): CommandContext<Services, By>;
  database: Database;
  url: string;
  close(): Promise<void>;
}

export interface TestCoreOptions {
  /** Replaces the verification of the identity provider's tokens, because the provider is an external service. */
  verifyIdToken?: VerifyIdToken;
  /** By default no mail is sent. */
  mailer?: Mailer;
  /** By default nothing is pushed. */
  push?: Pusher;
  accounts?: Partial<AccountPolicy>;
  approvals?: Partial<ApprovalRules>;
  /** A migrated database to use instead of a new one. It is not dropped. */
  url?: string;
}

/** A key as in `SECRETS_KEY`, which seals secrets in the database. */
export const SECRETS_KEY = Buffer.from('a key of thirty-two bytes, no more', 'utf8').subarray(0, 32);

const noDrop = async () => {};

/** Creates the core with a new database for the test file. Close it in `afterAll`. */
export async function createTestCore(options: TestCoreOptions = {}): Promise<TestCore> {
  const { url, drop } = options.url === undefined ? await createTestDatabase() : { url: options.url, drop: noDrop };
  const database = openDatabase(url, { max: 20, statementTimeout: 10_000 });
  const secrets = createSecretBox([SECRETS_KEY]);
  const kernel = createKernel(database, { deadline: 12_000 });
  const services = await createServices(kernel, { secrets, ...options });
  return {
    kernel,
    database,
    url,
    services,
    as: (actor, runOnceKey) => ({ ...services, actor, runOnceKey }),
    async close() {
      await services.repeatCounter.close();
      await services.securityEventLog.close();
      await database.close();
      await drop();
    },
  };
}
