import type { Kernel } from './kernel.ts';
import { oneRow } from './rows.ts';

/**
 * Creates the upcoming monthly partitions and drops the expired ones that the SQL function `partitions` lists.
 * @param logDays the setting LOG_RETENTION_DAYS
 * @returns names of created and dropped partitions
 */
export async function maintainPartitions(
  kernel: Pick<Kernel, 'runIdempotent'>,
  logDays: number,
): Promise<readonly string[]> {
  const rows = await kernel.runIdempotent(
    (sql) => sql<{ done: string[] }[]>`select maintain_partitions(${logDays}::int) as done`,
  );
  return oneRow(rows).done;
}
