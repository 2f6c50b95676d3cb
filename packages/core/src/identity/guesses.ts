import { createHash } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import type { Db } from '@inaam/db/client';
import { rateLimits } from '@inaam/db/schema/identity';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import type { Kernel } from '../kernel/kernel.ts';

/** Contract section 2: guessing is slowed, honest crowds are not. Kept in the database, so all processes share them. */
export interface Guesses {
  /**
   * Runs a comparison of passwords within the limits. It counts against the account and the address before the
   * comparison, so that guesses in parallel are no more than guesses in a row; a right password is taken off again.
   * @param account what is guessed at: an e-mail address or a user name, whether it exists or not
   * @param knownBrowser a browser that signed in to the account before: it has a limit of its own
   * @returns what the comparison returns
   * @throws DomainError TOO_MANY_REQUESTS
   */
  guard(attempt: GuessAttempt, compare: () => Promise<boolean>): Promise<boolean>;
}

export interface GuessAttempt {
  realm: 'user' | 'admin';
  account: string;
  ip: string | null;
  knownBrowser?: string | undefined;
}

const WINDOW_SECONDS = 15 * 60;
const PER_ACCOUNT = 10;
const PER_ADDRESS = 300;

/** Lets everything through: `RATE_LIMITS=off`, for load tests. */
export const unlimitedGuesses: Guesses = { guard: (_attempt, compare) => compare() };

/**
 * Every call to the limiter goes through the kernel, for its deadline and its answer when the database is away. A call
 * that is sent again after a crash may count twice: one guess more or less.
 */
export function createGuesses(kernel: Kernel, db: Db): Guesses {
  const store = { storeClient: db, schema: rateLimits, duration: WINDOW_SECONDS, clearExpiredByTimeout: false };
  const accounts = new RateLimiterDrizzle({ ...store, keyPrefix: 'guess:account', points: PER_ACCOUNT });
  const addresses = new RateLimiterDrizzle({ ...store, keyPrefix: 'guess:address', points: PER_ADDRESS });
  return {
    async guard({ realm, account, ip, knownBrowser }, compare) {
      const key = digest(`${realm}\n${account}\n${knownBrowser ?? ''}`);
      // Both before the comparison: guesses that run side by side are counted like those in a row.
      if (ip !== null) await kernel.move(() => addresses.consume(ip)).catch(refuse);
      const giveBack = () => (ip === null ? Promise.resolve() : kernel.move(() => addresses.reward(ip)));
      try {
        await kernel.move(() => accounts.consume(key)).catch(refuse);
      } catch (error) {
        // Nothing was compared.
        await giveBack();
        throw error;
      }
      const right = await compare();
      if (right) await Promise.all([kernel.move(() => accounts.reward(key)), giveBack()]);
      return right;
    },
  };
}

function refuse(refused: unknown): never {
  throw refused instanceof RateLimiterRes ? tooMany(refused) : refused;
}

/** Keys are digests: what people type into a sign-in form does not belong into a table. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

const tooMany = (limit: RateLimiterRes): DomainError =>
  new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(limit.msBeforeNext / 1000)) });
