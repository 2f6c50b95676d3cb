import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../kernel/kernel.ts';
import { deleteInBatches, type IdempotentKernel } from '../../kernel/repeat-in-batches.ts';
import { createLimiter, createTooManyError, rejectOrThrow } from './limiter.ts';

/**
 * Call limits for each caller, shared by all processes through the database without a write per call: see
 * infra/docs/decisions/0011-limits-and-sign-up-budgets.md.
 */
export interface RateLimits {
  /**
   * Counts a call against the caller's limit per minute.
   * @param caller ID of a user, admin or key
   * @throws DomainError TOO_MANY_REQUESTS
   */
  charge(kind: CallerKind, caller: number, cost?: number): Promise<void>;
  /**
   * Counts a rare event, such as a mail, with a query each time.
   * @param limit maximum number of events in each window of `seconds`
   * @throws DomainError TOO_MANY_REQUESTS
   */
  take(key: string, limit: number, seconds: number): Promise<void>;
  /**
   * Counts events with a query each time; the caller decides what follows.
   * @param number events to add; 0 only reads the count
   * @returns the earlier count in this window
   */
  count(key: string, number: number, seconds: number): Promise<number>;
}

export type CallerKind = keyof typeof CALLS_PER_MINUTE;

/**
 * Calls a minute, far above normal use, for all sessions of a caller together. A user's screen makes two or three
 * calls, and the fastest user opens one screen a second. Admins change filters, load dashboards in batches and use
 * several windows. Programs with a service key page through lists. The highest limit is 40 calls a second; a process
 * handles about 1,000.
 */
export const CALLS_PER_MINUTE = { user: 240, admin: 2400, key: 1200 } as const;

/**
 * Calls leased from the database at once. A process grants the first lease of a minute itself, so most callers cause no
 * write. Each process may exceed a limit by one lease.
 */
export const LEASE_CALLS = 20;

const WINDOW_SECONDS = 60;

const TOO_MANY = 'Too many requests. Please wait a moment and try again.';

/** Leases kept in memory. They take some megabytes. */
const MAX_LEASES = 20_000;

interface Lease {
  /** Calls left in the lease. */
  left: number;
  /** Calls granted but not yet counted in the database. */
  owed: number;
  /** Whether the limit is exhausted until `end`. */
  spent: boolean;
  /** In ms of performance.now(). */
  end: number;
  /** The request in progress, shared by concurrent calls. */
  request: Promise<void> | undefined;
}

/** No limits: `RATE_LIMITS=off`, for load tests. */
export const noRateLimits: RateLimits = {
  charge: () => Promise.resolve(),
  take: () => Promise.resolve(),
  count: () => Promise.resolve(0),
};

/** @param limits calls a minute; tests set low limits */
export function createRateLimits(kernel: Kernel, limits: Record<CallerKind, number> = CALLS_PER_MINUTE): RateLimits {
  const leases = new LRUCache<string, Lease>({ max: MAX_LEASES });
  const budgets = createLimiter(kernel, { keyPrefix: 'budget', points: 0, duration: WINDOW_SECONDS });

  function getLease(key: string, limit: number): Lease {
    const now = performance.now();
    const known = leases.get(key);
    if (known && (known.end > now || known.request)) return known;
    const left = Math.min(LEASE_CALLS, limit);
    const newLease: Lease = { left, owed: left, spent: false, end: now + WINDOW_SECONDS * 1000, request: undefined };
    leases.set(key, newLease);
    return newLease;
  }

  async function requestLease(key: string, lease: Lease, limit: number): Promise<void> {
    const points = lease.owed + LEASE_CALLS;
    // `penalty` counts the calls even if they exceed the limit.
    const { consumedPoints, msBeforeNext } = await budgets.penalty(key, points);
    const granted = Math.min(LEASE_CALLS, limit - (consumedPoints - LEASE_CALLS));
    lease.owed = 0;
    lease.end = performance.now() + msBeforeNext;
    lease.left = Math.max(0, granted);
    lease.spent = granted <= 0;
  }

  return {
    async charge(kind, caller, cost = 1) {
      const limit = limits[kind];
      const key = `${kind}:${caller}`;
      for (let due = cost; due > 0; ) {
        const lease = getLease(key, limit);
        const taken = Math.min(due, lease.left);
        lease.left -= taken;
        due -= taken;
        if (due === 0) return;
        if (lease.spent) throw createTooManyError(lease.end - performance.now(), TOO_MANY);
        lease.request ??= requestLease(key, lease, limit).finally(() => {
          lease.request = undefined;
        });
        await lease.request;
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

/** Deletes limits that ended more than an hour ago. @param most rows in one transaction */
export const deleteExpiredLimits = (kernel: IdempotentKernel, most?: number): Promise<number> =>
  deleteInBatches(
    kernel,
    {
      table: 'rate_limits',
      key: ['key'],
      where: (sql) => sql`expire < extract(epoch from now() - interval '1 hour') * 1000`,
    },
    most,
  );
