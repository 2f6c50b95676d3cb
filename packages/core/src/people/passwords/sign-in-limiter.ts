import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import { runOutsideRequest } from '../../kernel/deadline.ts';
import { sha256 } from '../../kernel/digest.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { createLimiter, rejectOrThrow } from './limiter.ts';

/**
 * Limits password guessing, but not the sign-ins of many people at one IP address. The limits are stored in the
 * database and shared by all processes.
 */
export interface SignInLimiter {
  /**
   * Compares a password within the limits. The attempt counts against the account and the IP address before the
   * comparison, so parallel guesses gain nothing. The attempt is refunded for a correct password. It is also refunded
   * for a comparison that throws, because the caller then learns nothing about the password.
   * @param compare returns whether the password matches
   * @returns the result of `compare`
   * @throws DomainError TOO_MANY_REQUESTS, UNAVAILABLE; errors of `compare`
   */
  guard(attempt: SignInAttempt, compare: () => Promise<boolean>): Promise<boolean>;
}

export interface SignInAttempt {
  realm: 'user' | 'admin';
  /** The email or username, even if it does not exist. */
  account: string;
  ip: string | null;
  /** A browser that signed in to the account before, which has a separate limit. */
  knownBrowser?: string | undefined;
}

const WINDOW_SECONDS = 15 * 60;
const PER_ACCOUNT = 10;
const PER_ADDRESS = 300;

/** No limits: `RATE_LIMITS=off`, for load tests. */
export const noSignInLimiter: SignInLimiter = { guard: (_attempt, compare) => compare() };

export function createSignInLimiter(kernel: Kernel): SignInLimiter {
  const createWindowLimiter = (keyPrefix: string, points: number) =>
    createLimiter(kernel, { keyPrefix, points, duration: WINDOW_SECONDS });
  const accounts = createWindowLimiter('guess:account', PER_ACCOUNT);
  const addresses = createWindowLimiter('guess:address', PER_ADDRESS);
  return {
    async guard({ realm, account, ip, knownBrowser }, compare) {
      const key = digest(`${realm}\n${account}\n${knownBrowser ?? ''}`);
      const charges = new Map<RateLimiterPostgres, string>();
      const charge = async (limiter: RateLimiterPostgres, from: string) => {
        await limiter.consume(from).catch(rejectOrThrow());
        charges.set(limiter, from);
      };
      const refund = async () => {
        const refunds = [...charges].map(async ([limiter, to]) => {
          await limiter.reward(to);
          charges.delete(limiter);
        });
        const failed = (await Promise.allSettled(refunds)).find(({ status }) => status === 'rejected');
        if (failed?.status === 'rejected') throw failed.reason;
      };
      try {
        // The IP address and the account are charged first, so that parallel guesses count like sequential ones.
        if (ip !== null) await charge(addresses, ip);
        await charge(accounts, key);
        const matches = await compare();
        if (matches) await refund();
        return matches;
      } catch (error) {
        // Not awaited: the refund may take as long as the database is down. Points that are not refunded expire with
        // their window.
        void runOutsideRequest(refund).catch(() => {});
        throw error;
      }
    },
  };
}

/** Keys are hashed, because users may type secrets into a sign-in form. */
const digest = (text: string): string => sha256(text, 'base64url');
