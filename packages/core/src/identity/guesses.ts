import { createHash } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import type { Db } from '@inaam/db/client';
import { rateLimits } from '@inaam/db/schema/identity';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import type { Kernel } from '../kernel/kernel.ts';

/** Contract section 2: guessing is slowed, honest crowds are not. Kept in the database, so all processes share them. */
export interface Guesses {
  /**
   * Runs a comparison of passwords within the limits. It counts against the account before the comparison, so that
   * guesses in parallel cost no more hashes than guesses in a row; a right password is taken off the count again.
   * @param account what is guessed at: an e-mail address or a user name, whether it exists or not
   * @param knownDevice a device that signed in to the account before: it has a limit of its own
   * @returns what the comparison returns
   * @throws DomainError TOO_MANY_REQUESTS
   */
  guard(attempt: GuessAttempt, compare: () => Promise<boolean>): Promise<boolean>;
}

export interface GuessAttempt {
  realm: 'user' | 'admin';
  account: string;
  ip: string | null;
  knownDevice?: string | undefined;
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
    async guard({ realm, account, ip, knownDevice }, compare) {
      const key = digest(`${realm}\n${account}\n${knownDevice ?? ''}`);
      const address = ip === null ? null : await kernel.move(() => addresses.get(ip));
      if (address && address.consumedPoints >= PER_ADDRESS) throw tooMany(address);
      await kernel
        .move(() => accounts.consume(key))
        .catch((refused: unknown) => {
          throw refused instanceof RateLimiterRes ? tooMany(refused) : refused;
        });
      const right = await compare();
      if (right) await kernel.move(() => accounts.reward(key));
      else if (ip !== null) await kernel.move(() => addresses.penalty(ip));
      return right;
    },
  };
}

/** Keys are digests: what people type into a sign-in form does not belong into a table. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

const tooMany = (limit: RateLimiterRes): DomainError =>
  new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(limit.msBeforeNext / 1000)) });
