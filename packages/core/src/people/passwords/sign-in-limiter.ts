import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import { runOutsideRequest } from '../../kernel/deadline.ts';
import { sha256 } from '../../kernel/digest.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { createLimiter, rejectOrThrow } from './limiter.ts';

/** Contract section 2: guessing is slowed, honest crowds are not. Kept in the database, so all processes share them. */
export interface SignInLimiter {
  /**
   * Runs a comparison of passwords within the limits. It counts against the account and the address before the
   * comparison, so that guesses in parallel are no more than guesses in a row. A right password is taken off again, and
   * so is a comparison that threw: nobody has learnt anything by it, and the failure was ours.
   * @param compare tells wrong from right by what it returns; it throws only where it could tell neither
   * @returns what the comparison returns
   * @throws DomainError TOO_MANY_REQUESTS, UNAVAILABLE; what the comparison throws
   */
  guard(attempt: SignInAttempt, compare: () => Promise<boolean>): Promise<boolean>;
}

export interface SignInAttempt {
  realm: 'user' | 'admin';
  /** What is guessed at: an e-mail address or a user name, whether it exists or not. */
  account: string;
  ip: string | null;
  /** A browser that signed in to the account before: it has a limit of its own. */
  knownBrowser?: string | undefined;
}

const WINDOW_SECONDS = 15 * 60;
const PER_ACCOUNT = 10;
const PER_ADDRESS = 300;

/** Lets everything through: `RATE_LIMITS=off`, for load tests. */
export const noSignInLimiter: SignInLimiter = { guard: (_attempt, compare) => compare() };

export function createSignInLimiter(kernel: Kernel): SignInLimiter {
  const limiterOf = (keyPrefix: string, points: number) =>
    createLimiter(kernel, { keyPrefix, points, duration: WINDOW_SECONDS });
  const accounts = limiterOf('guess:account', PER_ACCOUNT);
  const addresses = limiterOf('guess:address', PER_ADDRESS);
  return {
    async guard({ realm, account, ip, knownBrowser }, compare) {
      const key = digest(`${realm}\n${account}\n${knownBrowser ?? ''}`);
      const taken = new Map<RateLimiterPostgres, string>();
      const take = async (limiter: RateLimiterPostgres, from: string) => {
        await limiter.consume(from).catch(rejectOrThrow());
        taken.set(limiter, from);
      };
      const giveBack = async () => {
        const given = [...taken].map(async ([limiter, to]) => {
          await limiter.reward(to);
          taken.delete(limiter);
        });
        const failed = (await Promise.allSettled(given)).find(({ status }) => status === 'rejected');
        if (failed?.status === 'rejected') throw failed.reason;
      };
      try {
        // Both before the comparison: guesses that run side by side are counted like those in a row.
        if (ip !== null) await take(addresses, ip);
        await take(accounts, key);
        const right = await compare();
        if (right) await giveBack();
        return right;
      } catch (error) {
        // Where the database is away, this takes as long as it is, and the caller does not wait for that. What cannot
        // be given back by then ends with its window.
        void runOutsideRequest(giveBack).catch(() => {});
        throw error;
      }
    },
  };
}

/** Keys are digests: what people type into a sign-in form does not belong into a table. */
const digest = (text: string): string => sha256(text, 'base64url');
