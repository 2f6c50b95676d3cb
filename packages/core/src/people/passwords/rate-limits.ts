import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../kernel/kernel.ts';
import { deleteInBatches, type Moves } from '../../kernel/repeat-in-batches.ts';
import { createLimiter, rejectOrThrow, tooMany } from './limiter.ts';

/**
 * How many calls a caller may make, so that one cannot starve the rest. Shared by all processes through the database,
 * without a write per call: see infra/docs/decisions/0011-limits-and-sign-up-budgets.md.
 */
export interface RateLimits {
  /**
   * Counts a call against the caller's limit of the minute.
   * @param caller the id of a person or of a key
   * @throws DomainError TOO_MANY_REQUESTS
   */
  spend(kind: CallerKind, caller: number, cost?: number): Promise<void>;
  /**
   * Counts one of what is rare enough to be asked of the database each time, such as a mail.
   * @param limit in each window of `seconds`
   * @throws DomainError TOO_MANY_REQUESTS
   */
  take(key: string, limit: number, seconds: number): Promise<void>;
  /**
   * Counts as many of something, asked of the database each time, where what follows is the caller's to decide.
   * @returns how many there were in the window before
   */
  count(key: string, number: number, seconds: number): Promise<number>;
}

export type CallerKind = keyof typeof CALLS_PER_MINUTE;

/**
 * Calls a minute, far above what anybody needs who is not a loop, in all sessions of a person together: who signs in
 * more often gets no more. A user's screen makes two or three calls, and the fastest thumb opens one a second. An
 * admin's tables ask anew at each filter, a page of the dashboard is a batch, and a desk has several windows open. A
 * service walks lists page by page. 40 calls a second leave a process that handles some 1,000 a second for everybody
 * else.
 */
export const CALLS_PER_MINUTE = { user: 240, admin: 2400, key: 1200 } as const;

/**
 * Calls that are taken from the database at once. A process gives the first ones of a minute on its own account, so
 * that most callers never cost a write; a limit may be exceeded by as much for each process.
 */
export const LEASE_CALLS = 20;

const WINDOW_SECONDS = 60;

const TOO_MANY = 'Too many requests. Please wait a moment and try again.';

/** Callers whose leases a process remembers: some megabytes. */
const MAX_LEASES = 20_000;

interface Lease {
  /** Calls that may be made without asking. */
  left: number;
  /** Calls that were given and that the database does not know of yet. */
  owed: number;
  /** Nothing is left until the end. */
  spent: boolean;
  /** ms of performance.now() */
  end: number;
  /** The question that is under way; who comes meanwhile waits for it. */
  asking: Promise<void> | undefined;
}

/** Lets everything through: `RATE_LIMITS=off`, for load tests. */
export const noRateLimits: RateLimits = {
  spend: () => Promise.resolve(),
  take: () => Promise.resolve(),
  count: () => Promise.resolve(0),
};

/** @param limits calls a minute; given by tests that would otherwise take a thousand calls each */
export function createRateLimits(kernel: Kernel, limits: Record<CallerKind, number> = CALLS_PER_MINUTE): RateLimits {
  const leases = new LRUCache<string, Lease>({ max: MAX_LEASES });
  const budgets = createLimiter(kernel, { keyPrefix: 'budget', points: 0, duration: WINDOW_SECONDS });

  function leaseOf(key: string, limit: number): Lease {
    const now = performance.now();
    const known = leases.get(key);
    if (known && (known.end > now || known.asking)) return known;
    const left = Math.min(LEASE_CALLS, limit);
    const fresh: Lease = { left, owed: left, spent: false, end: now + WINDOW_SECONDS * 1000, asking: undefined };
    leases.set(key, fresh);
    return fresh;
  }

  async function ask(key: string, lease: Lease, limit: number): Promise<void> {
    const points = lease.owed + LEASE_CALLS;
    // A penalty is taken whether the limit is spent or not.
    const { consumedPoints, msBeforeNext } = await budgets.penalty(key, points);
    const granted = Math.min(LEASE_CALLS, limit - (consumedPoints - LEASE_CALLS));
    lease.owed = 0;
    lease.end = performance.now() + msBeforeNext;
    lease.left = Math.max(0, granted);
    lease.spent = granted <= 0;
  }

  return {
    async spend(kind, caller, cost = 1) {
      const limit = limits[kind];
      const key = `${kind}:${caller}`;
      for (let due = cost; due > 0; ) {
        const lease = leaseOf(key, limit);
        const taken = Math.min(due, lease.left);
        lease.left -= taken;
        due -= taken;
        if (due === 0) return;
        if (lease.spent) throw tooMany(lease.end - performance.now(), TOO_MANY);
        lease.asking ??= ask(key, lease, limit).finally(() => {
          lease.asking = undefined;
        });
        await lease.asking;
      }
    },
    async take(key, limit, seconds) {
      await createLimiter(kernel, { points: limit, duration: seconds }).consume(key).catch(rejectOrThrow(TOO_MANY));
    },
    async count(key, number, seconds) {
      const limiter = createLimiter(kernel, { points: 0, duration: seconds });
      const counted = number === 0 ? await limiter.get(key) : await limiter.penalty(key, number);
      return (counted?.consumedPoints ?? 0) - number;
    },
  };
}

/** Deletes what limits had counted in minutes that are over. @param most rows in one transaction */
export const deleteExpiredLimits = (kernel: Moves, most?: number): Promise<number> =>
  deleteInBatches(
    kernel,
    {
      table: 'rate_limits',
      key: ['key'],
      which: (sql) => sql`expire < extract(epoch from now() - interval '1 hour') * 1000`,
    },
    most,
  );
