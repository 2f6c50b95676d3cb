import type { Kernel } from './kernel.ts';
import { oneRow } from './rows.ts';

/**
 * Creates upcoming monthly partitions and drops expired ones, as the SQL function `partitions` lists them.
 * @returns names of created and dropped partitions
 */
export async function maintainPartitions(kernel: Pick<Kernel, 'runIdempotent'>): Promise<readonly string[]> {
  return oneRow(await kernel.runIdempotent((sql) => sql<{ done: string[] }[]>`select maintain_partitions() as done`))
    .done;
}
