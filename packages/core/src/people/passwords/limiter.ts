import { DomainError } from '@inaam/contracts/common/errors';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Kernel } from '../../kernel/kernel.ts';

/**
 * Creates a limiter on the table `rate_limits`, shared by all processes. Statements run through the kernel, with its
 * deadline and errors. A statement that is retried after a lost connection may count twice.
 *
 * `RateLimiterDrizzle` is not used: it imports all of drizzle-orm at its first call (135 MB and a second).
 * @param duration seconds
 */
export const createLimiter = (
  kernel: Kernel,
  { keyPrefix = '', points, duration }: { keyPrefix?: string; points: number; duration: number },
): RateLimiterPostgres =>
  new RateLimiterPostgres({
    storeClient: {
      query: ({ text, values }: { text: string; values: (string | number | null)[] }) =>
        kernel.runIdempotent(async (sql) => {
          const rows = await sql.unsafe(text, values, { prepare: true });
          return { rows, rowCount: rows.count };
        }),
    },
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration,
  });

/**
 * Error handler for `consume(…).catch(…)`.
 * @throws DomainError TOO_MANY_REQUESTS if the limit is exhausted; other errors unchanged
 */
export const rejectOrThrow =
  (text?: string) =>
  (error: unknown): never => {
    throw error instanceof RateLimiterRes ? createTooManyError(error.msBeforeNext, text) : error;
  };

/** @param ms until the window ends */
export const createTooManyError = (ms: number, text?: string): DomainError =>
  new DomainError('TOO_MANY_REQUESTS', {
    ...(text !== undefined && { text }),
    retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)),
  });
