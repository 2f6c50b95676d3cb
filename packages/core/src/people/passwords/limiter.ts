import { DomainError } from '@inaam/contracts/common/errors';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Kernel } from '../../kernel/kernel.ts';

/**
 * A limiter over the table `rate_limits`, which all processes share. Its statements go through the kernel, for its
 * deadline and its answer when the database is away. One that is sent again after a crash may count twice.
 *
 * Not `RateLimiterDrizzle`: it imports the whole of drizzle-orm at its first call, 135 MB and a second, beside the part
 * that the bundle has.
 * @param duration seconds
 */
export const createLimiter = (
  kernel: Kernel,
  { keyPrefix = '', points, duration }: { keyPrefix?: string; points: number; duration: number },
): RateLimiterPostgres =>
  new RateLimiterPostgres({
    storeClient: {
      query: ({ text, values }: { text: string; values: (string | number | null)[] }) =>
        kernel.move(async (sql) => {
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
 * For `consume(…).catch(refuse())`.
 * @throws DomainError TOO_MANY_REQUESTS where the limit is spent, else what it was given
 */
export const rejectOrThrow =
  (text?: string) =>
  (refused: unknown): never => {
    throw refused instanceof RateLimiterRes ? tooMany(refused.msBeforeNext, text) : refused;
  };

/** @param ms until the window ends */
export const tooMany = (ms: number, text?: string): DomainError =>
  new DomainError('TOO_MANY_REQUESTS', {
    ...(text !== undefined && { text }),
    retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)),
  });
