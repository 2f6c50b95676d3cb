import type { LogArchive } from '@inaam/contracts/insights/operations';
import type { Kernel } from '../../kernel/kernel.ts';

/** Reads how many seconds ago PostgreSQL last archived a part of its write-ahead log, and last failed to. */
export async function getLogArchive(kernel: Pick<Kernel, 'read'>): Promise<LogArchive> {
  const [row] = await kernel.read(
    (_, sql) => sql<LogArchive[]>`
      select extract(epoch from now() - last_archived_time)::float8 as archived_seconds,
        extract(epoch from now() - last_failed_time)::float8 as failed_seconds
      from pg_stat_archiver`,
  );
  return row ?? { archived_seconds: null, failed_seconds: null };
}

const DAY_SECONDS = 86_400;

/** Whether PostgreSQL archived a part of its write-ahead log within the last 24 hours and has not failed since. */
export const isArchiving = ({ archived_seconds, failed_seconds }: LogArchive): boolean =>
  archived_seconds !== null &&
  archived_seconds < DAY_SECONDS &&
  (failed_seconds === null || failed_seconds > archived_seconds);
